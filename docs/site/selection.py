"""Selection: a few remarkable games of each game, found among the first of seed 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sim.engine.replaying import Replay, replay
from sim.engine.rows import play

SEED = 1
AMONG = 1000
"""How many games are looked at."""

LEAST, MIDDLE, MOST = 0.0, 0.5, 1.0
"""The place of a game among those in the order of a column."""


class Chosen(NamedTuple):
    """A game to look for.

    Attributes
    ----------
    key
        Its name in files and addresses.
    game
        What is played.
    words
        What is remarkable about it, as it stands in the list.
    column, place
        The column by whose values games are compared, and the place of its own.
    rules, policies
        How it is played.
    above
        Only games with a greater value are compared.
    """

    key: str
    game: str
    words: str
    column: str
    place: float
    rules: Mapping[str, Any] = {}
    policies: tuple[str, ...] | None = None
    above: int = 0

    def replay(self) -> Replay:
        """The first such game, card by card."""
        how: dict[str, Any] = {
            "seed": SEED,
            "rules": self.rules,
            "policies": self.policies,
        }
        games = play(self.game, AMONG, **how).sort("game")
        games = games.filter(games[self.column] > self.above)
        values = games[self.column].sort()
        value = values[min(int(self.place * len(values)), len(values) - 1)]
        number = games.filter(games[self.column] == value)["game"][0]
        return replay(self.game, number, **how)


_SHUFFLED = {"pickup": "shuffled"}

CHOSEN = (
    Chosen("war", "war", "War: a game of average length", "plays", MIDDLE, _SHUFFLED),
    Chosen("war-longest", "war", "War: the longest", "plays", MOST, _SHUFFLED),
    Chosen("war-shortest", "war", "War: the shortest", "plays", LEAST, _SHUFFLED),
    Chosen("war-comeback", "war", "War: won from the fewest cards", "winner_low", LEAST, _SHUFFLED),
    Chosen(
        "war-wars", "war", "War: the most ties one upon the other, three cards down", "longest_war", MOST,
        {"face_down": 3, "run_out": "last-card", **_SHUFFLED},
    ),
    Chosen("war-three", "war", "War with three players", "plays", MIDDLE, {"players": 3, **_SHUFFLED}),
    Chosen("pyanitsa", "pyanitsa", "P’yanitsa: a game of average length", "plays", MIDDLE),
    Chosen("tod-und-leben", "tod-und-leben", "Tod und Leben: the most wars", "wars", MOST),
    Chosen("ace-race", "ace-race", "Ace race: the longest", "plays", MOST),
    Chosen("steal-war", "steal-war", "Steal War: the most steals", "steals", MOST),
    Chosen("syrian-war", "syrian-war", "Syrian War: the most captures", "captures", MOST),
    Chosen("beggar-my-neighbour", "beggar-my-neighbour", "Beggar-My-Neighbour: the longest", "cards", MOST),
    Chosen("casino-war", "casino-war", "Casino War: a war", "wagered", LEAST, above=1),
    Chosen(
        "casino-evening", "casino-war", "Casino War: the worst evening of 60 hands", "end", LEAST,
        {"bankroll": 30, "hands": 60}, above=-1,
    ),
    Chosen(
        "gops", "gops", "GOPS: the most ties, the prize’s own card against a random one", "ties", MOST,
        {"carry_over": True}, ("match", "random"),
    ),
    Chosen("wargops", "wargops", "WarGops: four players", "tricks", MOST, {"players": 4}, ("random",) * 4),
    Chosen("wilcox-war", "wilcox-war", "Wilcox War: the most wars", "wars", MOST, {}, ("random", "random")),
    Chosen(
        "wargame", "wargame", "Wargame: the most battles", "battles", MOST, {},
        ("random/random/surest/defend", "random/random/surest/defend"),
    ),
)  # fmt: skip
