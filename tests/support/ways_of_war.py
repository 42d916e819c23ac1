"""Small runs of War under one set of rules, two and many, and their reports."""

from functools import cache

import reports

TWO = """
title = "Two ways <&> of War"
question = "Which is shorter?"
game = "war"
games = 3000
seed = 5

[[variant]]
name = "one | down"
rules = { pickup = "shuffled" }

[[variant]]
name = "<b>capped</b>"
rules = { face_down = 3, max_rounds = 60 }
"""

ONE = """
title = "One way of War"
game = "war"
games = 3000
seed = 5

[report]
seconds_per_play = 4
"""

MANY = """
title = "Ways of War"
game = "war"
games = 3000
seed = 5

[rules]
lowest = 9

[vary]
face_down = [0, 1, 2, 3]
run_out = ["lose", "last-card", "all-in"]
"""


@cache
def rendered(of, fmt):
    """Return the report of one of the runs above, which does not change."""
    return reports.render(of, fmt)
