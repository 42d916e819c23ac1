"""Selection: a few remarkable games of each game, found among the first of seed 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from sim.engine.playing import play
from sim.engine.replaying import Replay, replay

if TYPE_CHECKING:
    import polars as pl

SEED = 1
AMONG = 1000
"""How many games are looked at."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A game to look for."""

    key: str  # its name in files and addresses
    game: str  # what is played
    words: str  # what is remarkable about it, as it stands in the list
    find: Callable[
        [pl.DataFrame], int
    ]  # from the table of games to the number of the one wanted
    # how it is played
    rules: dict[str, Any] = field(default_factory=dict)
    policies: tuple[str, ...] | None = None

    def replay(self) -> Replay:
        """Return the game found, card by card."""
        played = play(
            self.game, AMONG, seed=SEED, rules=self.rules, policies=self.policies
        )
        return replay(
            self.game,
            self.find(played),
            seed=SEED,
            rules=self.rules,
            policies=self.policies,
        )


def _at(place: float, column: str, above: int = 0) -> Callable[[pl.DataFrame], int]:
    """Find the first game with the value at a place, from 0 to 1, among those of a column above a limit."""

    def find(games: pl.DataFrame) -> int:
        kept = games.filter(games[column] > above).sort("game")
        value = kept[column].sort()[min(int(place * len(kept)), len(kept) - 1)]
        return int(kept.filter(kept[column] == value)["game"][0])

    return find


_least, _middle, _most = (partial(_at, place) for place in (0, 0.5, 1))

_SHUFFLED = {"pickup": "shuffled"}

CHOSEN = (
    Chosen("war", "war", "War: a game of average length", _middle("plays"), _SHUFFLED),
    Chosen("war-longest", "war", "War: the longest", _most("plays"), _SHUFFLED),
    Chosen("war-shortest", "war", "War: the shortest", _least("plays"), _SHUFFLED),
    Chosen("war-comeback", "war", "War: won from the fewest cards", _least("winner_low"), _SHUFFLED),
    Chosen(
        "war-wars", "war", "War: the most ties one upon the other, three cards down", _most("longest_war"),
        {"face_down": 3, "run_out": "last-card", **_SHUFFLED},
    ),
    Chosen("war-three", "war", "War with three players", _middle("plays"), {"players": 3, **_SHUFFLED}),
    Chosen("pyanitsa", "pyanitsa", "P’yanitsa: a game of average length", _middle("plays")),
    Chosen("tod-und-leben", "tod-und-leben", "Tod und Leben: the most wars", _most("wars")),
    Chosen("ace-race", "ace-race", "Ace race: the longest", _most("plays")),
    Chosen("steal-war", "steal-war", "Steal War: the most steals", _most("steals")),
    Chosen("syrian-war", "syrian-war", "Syrian War: the most captures", _most("captures")),
    Chosen("beggar-my-neighbour", "beggar-my-neighbour", "Beggar-My-Neighbour: the longest", _most("cards")),
    Chosen("casino-war", "casino-war", "Casino War: a war", _least("wagered", 1)),
    Chosen(
        "casino-evening", "casino-war", "Casino War: the worst evening of 60 hands", _least("end", -1),
        {"bankroll": 30, "hands": 60},
    ),
    Chosen(
        "gops", "gops", "GOPS: the most ties, the prize’s own card against a random one", _most("ties"),
        {"carry_over": True}, ("match", "random"),
    ),
    Chosen("wargops", "wargops", "WarGops: four players", _most("tricks"), {"players": 4}, ("random",) * 4),
    Chosen("wilcox-war", "wilcox-war", "Wilcox War: the most wars", _most("wars"), {}, ("random", "random")),
    Chosen(
        "wargame", "wargame", "Wargame: the most battles", _most("battles"), {},
        ("random/random/surest/defend", "random/random/surest/defend"),
    ),
)  # fmt: skip


def replays() -> Iterator[tuple[Chosen, Replay]]:
    """Yield each game to show with its replay."""
    for chosen in CHOSEN:
        yield chosen, chosen.replay()
