"""Questions as people type them: what they mean, under which rules, and the command that answers each."""

from reports.questions.matching import Asked as Asked
from reports.questions.matching import Match as Match
from reports.questions.matching import understand as understand
