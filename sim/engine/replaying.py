"""Replay: a game played again, card by card, by the rulebook.

Its row must be that of the compiled kernel.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sim.cards import ACE, Numbered
from sim.contract.dealing import Layout
from sim.contract.events import Event, Outcome
from sim.contract.game import Game, seated
from sim.contract.policy import seat_name, seats_under
from sim.contract.rules import GameRules
from sim.engine.given import given_deal
from sim.engine.playing import play_block, play_rows
from sim.errors import UserError
from sim.games import find_game
from sim.limits import check_number, check_seed
from sim.machine.notebook import NotebookResult
from sim.options import plain_text

MOST_SHOWN, FIRST_SHOWN = 120, 20
"""A deal of more cards than the first number shows only as many as the second;
:func:`sim.deal` returns them all."""


@dataclass(frozen=True, repr=False)
class Replay(NotebookResult):
    """One game, event by event.

    Attributes
    ----------
    game, rules, seed, number
        What was played.
    deal
        The row of cards.
    events
        What happened, in order; the last one is the outcome.
    layout
        The layout of a deal that was given, instead of that of the seed and the number.
    """

    game: Game
    rules: GameRules
    seed: int
    number: int
    deal: tuple[int, ...]
    events: tuple[Event, ...]
    layout: Layout | None = None

    def __repr__(self) -> str:
        return f"<{self._headline()}: {self.events[-1]}>"

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    @property
    def packets(self) -> list[list[int]]:
        """Each player's cards as dealt, top first."""
        if self.layout is not None:
            return self.layout.packets(self.deal)
        return self.game.deals.packets(self.rules, self.deal)

    @property
    def given(self) -> bool:
        """Whether the deal was given."""
        return self.layout is not None

    @property
    def row(self) -> dict[str, Any]:
        """The game's row in the table of games, categories as texts."""
        last = self.events[-1]
        assert isinstance(last, Outcome)
        return {"game": self.number, **last.row}

    def __str__(self) -> str:
        changed = ", ".join(
            f"{name} = {plain_text(value)}"
            for name, value in self.rules.changed().items()
        )
        head = [
            self._headline(),
            f"rules: {changed or 'the defaults'}",
        ]
        if self.game.policies is not None:
            head.append(
                f"policies: {', '.join(map(seat_name, seats_under(self.game.policies, self.rules)))}"
            )
        if self.deal:
            head.append(f"deal: {self._deal_text()}")
        row = ", ".join(f"{name} {value}" for name, value in self.row.items())
        return "\n".join([*head, "", *map(str, self.events), "", row])

    def _headline(self) -> str:
        """The first line: the game, its number, its seed, and whether its deal was given."""
        given = "a given deal as " if self.given else ""
        return f"{self.game.title}: {given}game {self.number} of seed {self.seed}"

    def _deal_text(self) -> str:
        """The cards of the deal; for a shoe, only the first ones."""
        if len(self.deal) > MOST_SHOWN:
            first = self.game.cards_text(self.deal[:FIRST_SHOWN])
            return f"{first} … ({len(self.deal)} cards)"
        if self.layout is not None and self.layout.stride == 1 < len(self.layout.sizes):
            return " / ".join(map(self.game.cards_text, self.packets))
        text = self.game.cards_text(self.deal)
        left = len(self.deal) - sum(map(len, self.packets)) if self.given else 0
        out = f"; left over: {self.game.cards_text(self.deal[-left:])}"
        return text + out if left else text


def replay(
    name: str,
    number: int = 0,
    *,
    seed: int = 1,
    rules: GameRules | Mapping[str, object] | None = None,
    policies: Sequence[object] | None = None,
    deal: object = None,
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
    deal
        A given deal instead of the game's own: a row or a text, as one of the ``deals``
        of :func:`sim.play`. The seed and the number still decide in-play chance.

    Raises
    ------
    UserError
        If the game, an option, a policy, a number or the deal is not valid.

    Examples
    --------
    >>> print(replay("war", 17, seed=1).events[-1])
    player 0 wins after 226 rounds: the last pot goes to the highest card
    >>> print(replay("war", 0, deal=[2, 3, 14, 13], rules={"face_down": 0}).events[-1])
    player 0 wins after 4 rounds: the last pot goes to the highest card
    """
    game = find_game(name)
    seed = check_seed(seed)
    number = check_number(number, "number")
    given: Any = rules
    chosen = seated(
        game, given if isinstance(given, game.rules) else game.rules.of(given), policies
    )
    chosen = replace(chosen, columns=())
    layout = None
    if deal is None:
        cards = game.deals.row(chosen, seed, number)
        packets = game.deals.packets(chosen, cards)
    else:
        dealt = given_deal(game, chosen, deal)
        layout = dealt.layout
        cards = [int(card) for card in dealt.rows[0]]
        packets = layout.packets(cards)
    if getattr(chosen, "highest", 0) > ACE:
        cards = [Numbered(card) for card in cards]
        packets = [[Numbered(card) for card in packet] for packet in packets]
    events = tuple(game.tell(chosen, packets, seed, number))
    replayed = Replay(game, chosen, seed, number, tuple(cards), events, layout)
    _agree(replayed)
    return replayed


def _agree(replayed: Replay) -> None:
    """Check that the compiled kernel gives the same row."""
    game = replayed.game
    rules = replayed.rules
    at = replayed.seed, replayed.number
    if replayed.layout is None:
        played = play_block(game, rules, *at, 1)
    else:
        row = np.array([replayed.deal], np.uint8)
        played = play_rows(game, rules, row, *at, layout=replayed.layout)
    for column in game.columns_under(rules):
        value: Any = int(played[column.name][0])
        if column.categories:
            value = column.categories[value]
        elif column.per != 1:
            value /= column.per
        expected = replayed.row[column.name]
        if value == expected:
            continue
        for seat in getattr(rules, "policies", ()):
            if not all(isinstance(choice, str) for choice in seat):
                raise UserError(
                    f"{seat_name(seat)} did not give the same answers twice in game "
                    f"{replayed.number}",
                    where="policies",
                    cure="a policy must depend only on its view and on draw()",
                )
        raise AssertionError(
            f"{game.name}, game {replayed.number} of seed {replayed.seed}: {column.name} is "
            f"{expected} by the rulebook and {value} by the kernel"
        )
