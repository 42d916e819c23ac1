"""Questions as people ask them: a catalogue with known answers, and a search for the closest."""

from reports.questions.catalogue import Question as Question
from reports.questions.catalogue import questions as questions
from reports.questions.search import Found as Found
from reports.questions.search import closest as closest
