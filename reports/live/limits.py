"""Limits of what one request, and all of them together, may cost."""

MOST_BODY = 16_384  # the bytes of a request's body
MOST_GAMES = 100_000_000  # the games of one variant
MOST_VARIANTS = 4  # the sets of rules that are played side by side

MOST_OPTION = 1_000_000
"""The largest number that an option may have, such as the rounds after which a game is stopped."""

MOST_PLAYING = 2  # the plays that go on at the same time
MOST_KEPT = 24  # the plays that are kept; when there are more, those that stopped longest ago are forgotten
MOST_WATCHED = 16  # the streams of events that are open at the same time
MOST_PACE = (
    3600  # the most seconds for a card of each player, or for a pile that is shuffled
)
MOST_SECONDS = (
    900.0  # how long a play goes on before it stops by itself; it can be resumed
)
UNWATCHED_SECONDS = 30.0  # how long a play goes on that nobody watches
STOPPING = (
    2.0  # seconds that the answer to a request to stop waits for the end of the play
)
MOST_TOLD = 20_000  # the rounds, cards or turns of a game that is told step by step
MOST_NAME = 60  # the letters of the name of a set of rules

PATIENCE = 10
"""Seconds that a connection may take to send its first request, and a request to send its body."""
