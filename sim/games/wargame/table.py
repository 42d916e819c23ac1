"""The play of Wargame, in plain Python.

Both players, their lines, and one battle after the other.

Decisions where the text is silent
----------------------------------
*Who begins the deployment* ("Choose which player goes first") is decided by a coin,
from the game's stream ``PLAY``.

*Two switches in a battle.* Each player may switch once in a battle: the attacker before
advancing a card, the defender after seeing it. Each may switch any two of their own
unfought cards, not only the one that fights.

*Declaring.* A player "can" make a card lose, and so may wait. The policies are not
asked: a traitor is declared whenever that turns a lost battle; by a ``-late`` policy
only in a battle that would give the player who is winning it a run of three or four, or
the seventh win. The player who is losing decides first (of two equal shooters, the
defender's loses), then the opponent, who is now losing. The kept card never changes.

*A break* is made by any three adjacent columns won, whatever is fought between them
later; it holds from the next switch on. Two cards cannot be switched if one of those
three columns lies between theirs. A line can be broken twice.

*Both ends at once.* A seventh win that also makes four adjacent wins is a win by seven:
``ending`` is ``run``, and ``by_run`` true, only if four adjacent columns won the game
with fewer than seven wins.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from sim.contract.events import NOBODY, Event
from sim.games.wargame import events
from sim.games.wargame.policies.cards import (
    ENOUGH,
    PLACES,
    RUN,
    beats,
    breaks,
    run_with,
)
from sim.games.wargame.policies.parts import is_decisive
from sim.games.wargame.policies.view import (
    ATTACK,
    DEPLOY,
    KEEPING,
    LATE,
    SWITCH,
    TRAITOR,
    View,
    switches,
)
from sim.policies.players import Player
from sim.policies.sets import cards, set_of

if TYPE_CHECKING:
    from sim.games.wargame.rules import WargameRules

_NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven")


class Side:
    """One player's side of the table."""

    def __init__(self, player: Player, chips: int) -> None:
        self.player = player
        self.chips = chips
        self.line = [0] * PLACES
        self.held = list(range(1, PLACES + 1))
        self.won: set[int] = set()
        self.kept = 0
        self.late = False
        self.declared = 0
        self.switches = 0

    def switch(self, column: int, other: int) -> None:
        """Pay a chip and switch the cards of two columns."""
        self.chips -= 1
        self.switches += 1
        self.line[column], self.line[other] = self.line[other], self.line[column]

    def places(self) -> tuple[int, ...]:
        """The column of each card, by its number; 0 if it is not placed."""
        placed = (card in self.line for card in range(PLACES + 1))
        return tuple(
            self.line.index(card) if card and on_table else 0
            for card, on_table in enumerate(placed)
        )

    def columns_won(self) -> int:
        """The columns won, as a set for policies."""
        return set_of(self.won)


class Layout:
    """Both sides, from the empty layout to the end of the game."""

    def __init__(self, rules: WargameRules, table: list[Player], began: int) -> None:
        self.rules = rules
        self.sides = [Side(player, rules.chips) for player in table]
        self.began = began
        self.ahead = NOBODY
        self.winner: int | None = None

    def view(self, seat: int, attacked: int = -1) -> View:
        """What a player sees."""
        side = self.sides[seat]
        other_side = self.sides[1 - seat]
        fought = side.won | other_side.won
        empty = {place for place in range(PLACES) if not side.line[place]}
        own_fought = {side.line[column] for column in fought}
        other_fought = {other_side.line[column] for column in fought}
        deck = set(range(1, PLACES + 1))
        return View(
            own=tuple(side.line),
            other=tuple(other_side.line),
            places=side.places(),
            other_places=other_side.places(),
            held=set_of(side.held),
            held_count=len(side.held),
            empty=set_of(empty),
            uncovered=set_of({other_side.line[place] for place in empty} - {0}),
            open=set_of(set(range(PLACES)) - fought),
            unfought=set_of(deck - own_fought),
            other_unfought=set_of(deck - other_fought),
            won=side.columns_won(),
            lost=other_side.columns_won(),
            began=int(self.began == seat),
            ahead=0 if self.ahead == NOBODY else 1 if self.ahead == seat else -1,
            kept=side.kept,
            own_declared=side.declared,
            other_declared=other_side.declared,
            own_chips=side.chips,
            other_chips=other_side.chips,
            attacked=attacked,
        )

    # Phase one.

    def deploy(self) -> Iterator[Event]:
        """Place all cards.

        The player who begins places one, then each in turn two, and one is left for the
        end.
        """
        seat = self.began
        turn = 1
        while self.sides[seat].held:
            cards = min(turn, len(self.sides[seat].held))
            yield events.Placed(seat, tuple(self._place(seat) for _ in range(cards)))
            seat = 1 - seat
            turn = 2

    def _place(self, seat: int) -> tuple[int, int]:
        side = self.sides[seat]
        view = self.view(seat)
        places = list(cards(view.empty))
        legal = [PLACES * card + place for card in side.held for place in places]
        card, place = divmod(side.player.choose(view, legal, DEPLOY), PLACES)
        side.held.remove(card)
        side.line[place] = card
        return card, place

    def match_ups(self) -> events.MatchUps:
        """Compare the cards of each column and settle who is ahead after phase one."""
        lines = tuple(self.sides[0].line), tuple(self.sides[1].line)
        wins = [sum(map(beats, lines[seat], lines[1 - seat])) for seat in (0, 1)]
        if wins[0] != wins[1]:
            self.ahead = 0 if wins[0] > wins[1] else 1
        attacker = self.began if self.ahead == NOBODY else self.ahead
        return events.MatchUps(lines, (wins[0], wins[1]), PLACES - sum(wins), attacker)

    def keep_traitors(self) -> Iterator[Event]:
        """Let each player secretly keep a traitor card."""
        for seat, side in enumerate(self.sides):
            answer = side.player.choose(self.view(seat), KEEPING, TRAITOR)
            side.late = answer > LATE
            side.kept = answer - LATE if side.late else answer
        for seat, side in enumerate(self.sides):
            yield events.Kept(seat, side.kept)

    # Phase two.

    def battles(self, attacker: int) -> Iterator[Event]:
        """Fight battles until a player has won the game."""
        number = 0
        while self.winner is None:
            number += 1
            lines = tuple(self.sides[0].line), tuple(self.sides[1].line)
            winners = tuple(
                0
                if place in self.sides[0].won
                else 1
                if place in self.sides[1].won
                else None
                for place in range(PLACES)
            )
            yield events.Lines(number, lines, winners, attacker)
            attacker = yield from self._battle(attacker)

    def _battle(self, attacker: int) -> Generator[Event, None, int]:
        """Fight one battle and return its winner."""
        defender = 1 - attacker
        yield from self._switch(attacker, -1)
        view = self.view(attacker)
        column = self.sides[attacker].player.choose(
            view, list(cards(view.open)), ATTACK
        )
        attack = self.sides[attacker].line[column]
        yield events.Advanced(attacker, attack, column)
        yield from self._switch(defender, column)
        answer = self.sides[defender].line[column]
        winner = defender if beats(answer, attack) else attacker
        yield events.Met(defender, answer, attack, winner)
        winner, declared = yield from self._traitors(winner, column)
        side = self.sides[winner]
        side.won.add(column)
        yield events.Won(
            winner,
            column,
            (len(self.sides[0].won), len(self.sides[1].won)),
            declared == 2,
        )
        run = run_with(side.columns_won(), column)
        if len(side.won) == ENOUGH or run >= RUN:
            self.winner = winner
        elif run == RUN - 1:
            first = next(
                start
                for start in cards(breaks(side.columns_won()))
                if start <= column < start + run
            )
            yield events.Broken(1 - winner, first)
        return winner

    def _switch(self, seat: int, attacked: int) -> Iterator[Event]:
        side = self.sides[seat]
        view = self.view(seat, attacked)
        answer = side.player.choose(view, list(switches(view)), SWITCH)
        if answer:
            low, high = divmod(answer, PLACES)
            side.switch(low, high)
            yield events.Switched(
                seat, ((side.line[low], low), (side.line[high], high)), side.chips
            )

    def _traitors(
        self, winner: int, column: int
    ) -> Generator[Event, None, tuple[int, int]]:
        """Let the loser declare a traitor, then the opponent.

        Return the winner and the number of declarations.
        """
        declared = 0
        for _ in self.sides:
            loser = 1 - winner
            shooter = self.sides[winner].line[column]
            if self.sides[loser].kept != shooter:
                break
            won = self.sides[winner].columns_won()
            if self.sides[loser].late and not is_decisive(won, column):
                break
            self.sides[loser].declared = shooter
            declared += 1
            yield events.Declared(loser, shooter)
            winner = loser
        return winner, declared

    def row(self) -> dict[str, Any]:
        """The outcome columns."""
        wins = [len(side.won) for side in self.sides]
        by_run = max(wins) < ENOUGH
        return {
            "winner": self.winner,
            "ending": "run" if by_run else "seven",
            "first_deployer": self.began,
            "ahead": self.ahead,
            "battles": sum(wins),
            "wins_0": wins[0],
            "wins_1": wins[1],
            "by_run": by_run,
            "switches_0": self.sides[0].switches,
            "switches_1": self.sides[1].switches,
            "traitors_declared": sum(side.declared > 0 for side in self.sides),
        }

    def story(self) -> str:
        """The end of the game in words."""
        assert self.winner is not None
        won = len(self.sides[self.winner].won)
        lost = len(self.sides[1 - self.winner].won)
        how = "" if won == ENOUGH else " by four adjacent columns"
        return f"player {self.winner} wins{how}, {_NUMBERS[won]} battles to {_NUMBERS[lost]}"
