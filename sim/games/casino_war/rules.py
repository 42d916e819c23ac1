"""The options of Casino War, and what a round and a session yield; the source's words are in the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from sim.cards import Deck
from sim.contract.columns import Column, Role
from sim.contract.rules import GameRules
from sim.errors import UserError
from sim.options import choice, number, whole

MOST_HANDS = 1_000_000
"""Where a session ends that is to go on until the bankroll is gone."""


RESULTS = ("win", "lose", "war-win", "war-tie", "war-lose", "surrender")
"""How a round can end; the code of a result is its place here."""

ENDINGS = ("hands", "ruin", "stop-loss", "goal", "cap")
"""How a session can end; the code of an ending is its place here."""

ROUND_COLUMNS = (
    Column("result", "int8", "how the round ended", RESULTS),
    Column("net", "int16", "what the player won, in antes, without the side bet", per=2),
    Column("wagered", "int8", "what he staked, in antes: 1, with a raise 2"),
    Column("tie_net", "int16", "what the side bet on a first tie won, per unit"),
)

SESSION_COLUMNS = (
    Column("ruined", "bool", "the bankroll no longer covers the stake", role=Role.FLAG),
    Column("ending", "int8", "why the session ended", ENDINGS),
    Column("end", "int64", "the bankroll at the end", per=2),
    Column("deepest", "int64", "the largest amount below the start at the end of a hand", per=2),
    Column("hands_played", "int32", "hands played"),
    Column("losing_streak", "int32", "the most hands lost one after the other"),
    Column("staked", "int64", "all that was staked, raises counted"),
)

SHOE_COLUMNS = (
    Column("tie_chances", "int32", "hands before which a counter of ranks has the odds in the side bet"),
    Column("tie_gain", "int64", "what one unit on the side bet of each of those hands won"),
)

_OF_A_SESSION = ("stake", "hands", "stop_loss", "goal", "penetration")

_MOST_MONEY = 1_000_000


@dataclass(frozen=True, kw_only=True)
class CasinoWarRules(GameRules):
    """The options of Casino War."""

    decks: int = whole(6, 1, 8, "how many decks of 52 cards are in the shoe")
    burn: int = whole(3, 0, 48, "cards dealt face down in a war before the second pair")
    on_tie: str = choice("war", "surrender", meaning="what the player does with a tie")
    tie_bonus: int = whole(0, 0, 100, "units won beyond the usual one when the war ties again")
    tie_bet: int = whole(10, 0, 1000, "what the side bet on a first tie pays to one")
    bankroll: int = whole(0, 0, _MOST_MONEY, "what the player brings for a session; 0: a game is one round")
    stake: int = whole(1, 1, _MOST_MONEY, "a session: the ante of every hand")
    hands: int = whole(0, 0, MOST_HANDS, "a session: how many hands at most; 0: until another limit ends it")
    stop_loss: int = whole(0, 0, _MOST_MONEY, "a session ends when so much is lost; 0: no such limit")
    goal: int = whole(0, 0, _MOST_MONEY, "a session ends when so much is won; 0: no such limit")
    penetration: float = number(
        0.0, 0.0, 1.0, "a session: the fraction of the shoe after which it is shuffled; 0: before every hand"
    )

    @property
    def deck(self) -> Deck:
        """The shoe before the shuffle."""
        return Deck(copies=4 * self.decks)

    @property
    def seats(self) -> int:
        """The number of players: the house is none."""
        return 1

    @property
    def is_session(self) -> bool:
        """Whether a game is a session and not a round."""
        return self.bankroll > 0

    @property
    def cut(self) -> int:
        """How many cards of a shoe are out when it is shuffled at the latest, between hands."""
        longest = 4 + self.burn
        return max(min(ceil(self.penetration * self.deck.size), self.deck.size - longest + 1), 1)

    def check(self) -> None:
        """Refuse a session without a bankroll, and a bankroll that does not cover one stake.

        Raises
        ------
        UserError
            If there is one of them.
        """
        if not self.is_session:
            changed = self.changed()
            for option in _OF_A_SESSION:
                if option in changed:
                    raise UserError(
                        f"{changed[option]} without a bankroll",
                        where=option,
                        cure="it is an option of sessions: set bankroll, or leave it out",
                    )
        elif self.bankroll < self.stake:
            raise UserError(
                f"{self.stake} with bankroll = {self.bankroll}",
                where="stake",
                cure="the bankroll covers at least one stake",
            )


def columns(rules: CasinoWarRules) -> tuple[Column, ...]:
    """Return the outcome columns: of a round, or of a session."""
    if not rules.is_session:
        return ROUND_COLUMNS
    return (*SESSION_COLUMNS, *SHOE_COLUMNS) if rules.penetration else SESSION_COLUMNS
