"""Replay: any game again, card by card, from its number alone.

The rulebook plays the game and describes what happens. The compiled kernel plays it too, and both must give the same
row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sim.contract.events import Event, Outcome
from sim.contract.game import Game
from sim.contract.policy import seat_name, seats_under
from sim.contract.rules import GameRules
from sim.contract.seating import seated
from sim.engine.playing import play_block
from sim.errors import UserError
from sim.games import find_game
from sim.limits import check_number, check_seed
from sim.options import plain_text

MOST_SHOWN, FIRST_SHOWN = 120, 20
"""A deal of more cards than the first number shows only as many as the second; :func:`sim.deal` returns them all."""


@dataclass(frozen=True)
class Replay:
    """One game, event by event.

    Attributes
    ----------
    game, rules, seed, number
        The game, its rules, the seed and the number.
    deal
        The row of cards.
    events
        What happened, in order; the last one is the outcome.
    """

    game: Game
    rules: GameRules
    seed: int
    number: int
    deal: tuple[int, ...]
    events: tuple[Event, ...]

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    @property
    def packets(self) -> list[list[int]]:
        """Each player's cards as dealt, top first."""
        return self.game.deals.packets(self.rules, self.deal)

    @property
    def row(self) -> dict[str, Any]:
        """The game's row in the table of games, categories as texts."""
        last = self.events[-1]
        assert isinstance(last, Outcome)
        return {"game": self.number, **last.row}

    def __str__(self) -> str:
        changed = ", ".join(f"{name} = {plain_text(value)}" for name, value in self.rules.changed().items())
        head = [
            f"{self.game.title}: game {self.number} of seed {self.seed}",
            f"rules: {changed or 'as usual'}",
        ]
        if self.game.policies is not None:
            head.append(f"policies: {', '.join(map(seat_name, seats_under(self.game.policies, self.rules)))}")
        if self.deal:
            head.append(f"deal: {_deal_text(self.game, self.deal)}")
        row = ", ".join(f"{name} {value}" for name, value in self.row.items())
        return "\n".join([*head, "", *map(str, self.events), "", row])


def replay(
    name: str,
    number: int,
    *,
    seed: int = 1,
    rules: GameRules | Mapping[str, object] | None = None,
    policies: Sequence[object] | None = None,
) -> Replay:
    """Play one game again and return its events.

    Parameters
    ----------
    name
        The name of the game.
    number, seed
        The number of the game, and the seed.
    rules
        Options; the others have their defaults.
    policies
        In games of choice, a policy for each seat, as for :func:`sim.play`.

    Raises
    ------
    UserError
        If the game, an option, a policy or a number is not valid.

    Examples
    --------
    >>> print(replay("war", 17, seed=1).events[-1])
    player 0 wins after 226 rounds: the last pot goes to the highest card
    """
    game = find_game(name)
    seed, number = check_seed(seed), check_number(number, "number")
    given: Any = rules
    chosen = seated(game, given if isinstance(given, game.rules) else game.rules.of(given), policies)
    deal = game.deals.row(chosen, seed, number)
    events = tuple(game.tell(chosen, game.deals.packets(chosen, deal), seed, number))
    replayed = Replay(game, chosen, seed, number, tuple(deal), events)
    _agree(replayed)
    return replayed


def _agree(replayed: Replay) -> None:
    """Check that the compiled kernel gives the same row."""
    played = play_block(replayed.game, replayed.rules, replayed.seed, replayed.number, 1)
    for column in replayed.game.columns_under(replayed.rules):
        value: Any = int(played[column.name][0])
        if column.categories:
            value = column.categories[value]
        elif column.per != 1:
            value /= column.per
        own = [
            seat
            for seat in getattr(replayed.rules, "policies", ())
            if not all(isinstance(one, str) for one in seat)
        ]
        if value != replayed.row[column.name] and own:
            raise UserError(
                f"{' and '.join(map(seat_name, own))} did not give the same answers twice in game {replayed.number}",
                where="policies",
                cure="a policy must depend only on its view and on draw()",
            )
        if value != replayed.row[column.name]:
            raise AssertionError(
                f"{replayed.game.name}, game {replayed.number} of seed {replayed.seed}: {column.name} is "
                f"{replayed.row[column.name]} by the rulebook and {value} by the kernel"
            )


def _deal_text(game: Game, deal: tuple[int, ...]) -> str:
    """Return the cards of a deal; for a shoe, only the first ones."""
    if len(deal) <= MOST_SHOWN:
        return game.cards_text(deal)
    return f"{game.cards_text(deal[:FIRST_SHOWN])} … ({len(deal)} cards)"
