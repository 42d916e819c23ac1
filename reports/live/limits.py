"""Limits of what one request, and all of them together, may cost."""

from __future__ import annotations

MOST_BODY = 16_384
"""The bytes of a request's body."""

MOST_GAMES = 100_000_000
"""The games of one variant."""

MOST_VARIANTS = 4
"""The sets of rules that are played side by side."""

MOST_OPTION = 1_000_000
"""The largest number that an option may have, such as the rounds after which a game is stopped."""

MOST_PLAYING = 2
"""The plays that go on at the same time."""

MOST_KEPT = 24
"""The plays that are kept; when there are more, those that stopped longest ago are forgotten."""

MOST_WATCHED = 16
"""The streams of events that are open at the same time."""

MOST_SECONDS = 900.0
"""How long a play goes on before it stops by itself; it can be resumed."""

UNWATCHED_SECONDS = 30.0
"""How long a play goes on that nobody watches."""

STOPPING = 2.0
"""Seconds that the answer to a request to stop waits for the end of the play."""

MOST_TOLD = 20_000
"""The rounds, cards or turns of a game that is told step by step."""

MOST_NAME = 60
"""The letters of the name of a set of rules."""
