"""The options of Casino War, and the outcome of a round and of a session.

The source's words are in the rulebook.
"""

from dataclasses import dataclass
from math import ceil
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE, Deck, deck_of
from sim.contract.columns import Column, Role
from sim.contract.rules import GameRules
from sim.errors import UserError
from sim.options import choice, number, whole

MOST_HANDS = 1_000_000
"""The most hands of a session without a limit of its own."""

INFINITE: Literal["infinite"] = "infinite"
"""The number of decks of a shoe each of whose cards comes from a full pack; only exact
odds have it."""


AFTER_WAR = ("war-win", "war-tie", "war-lose")
RESULTS = ("win", "lose", *AFTER_WAR, "surrender")
"""How a round can end; the code of a result is its place here."""

_NETS = {
    "win": 2,
    "lose": -2,
    "war-win": 2,
    "war-tie": 2,
    "war-lose": -4,
    "surrender": -1,
}
"""What the player wins with each result, in halves of an ante and without a bonus."""

ENDINGS = ("hands", "ruin", "stop-loss", "goal", "cap")
"""How a session can end; the code of an ending is its place here."""

ROUND_COLUMNS = (
    Column("result", "int8", "how the round ended", RESULTS),
    Column(
        "net",
        "int16",
        "what the player won (negative: lost), in antes, without the side bet",
        per=2,
        signed=True,
    ),
    Column("wagered", "int8", "what the player staked, in antes: 1, or 2 with a raise"),
    Column(
        "tie_net",
        "int16",
        "what the side bet on a first tie won (-1: lost), per unit",
        signed=True,
    ),
)

SESSION_COLUMNS = (
    Column(
        "ruined",
        "bool",
        "whether the session ended because the bankroll no longer covered the stake",
        role=Role.FLAG,
    ),
    Column("ending", "int8", "why the session ended", ENDINGS),
    Column("end", "int64", "the bankroll at the end", per=2),
    Column(
        "deepest",
        "int64",
        "the largest amount below the starting bankroll after any hand",
        per=2,
        role=Role.LARGEST,
    ),
    Column("hands_played", "int32", "hands played"),
    Column("losing_streak", "int32", "the most hands lost in a row", role=Role.LARGEST),
    Column("staked", "int64", "the total staked, raises included"),
)

SHOE_COLUMNS = (
    Column(
        "tie_chances",
        "int32",
        "hands before which the side bet favours a player who counts ranks",
    ),
    Column(
        "tie_gain",
        "int64",
        "what one unit on the side bet of each of those hands won",
        signed=True,
    ),
)

_INFINITE = (
    "an infinite shoe, every card from a full pack, has exact odds and cannot be dealt: "
    "warlab exact casino-war --decks infinite"
)

_OF_A_SESSION = (
    "stake",
    "staking",
    "share",
    "most_stake",
    "hands",
    "stop_loss",
    "goal",
    "penetration",
)

STAKINGS = ("flat", "double", "share")
"""How the stake of a hand follows from the last one: the values of option
``staking``."""

_MOST_MONEY = MOST_STAKE = 1_000_000


@dataclass(frozen=True, kw_only=True)
class CasinoWarRules(GameRules):
    """The options of Casino War."""

    same_as = ((frozenset({INFINITE}), _INFINITE),)

    decks: int | Literal["infinite"] = whole(
        6,
        1,
        8,
        "number of 52-card decks in the shoe",
        why="ours: the text does not say; from four decks on the edge of the ante hardly changes",
    )
    burn: int = whole(
        3,
        0,
        48,
        "number of cards dealt face down in a war before the second pair",
        why='"Three cards are dealt face down", without effect on any chance',
    )
    on_tie: str = choice(
        "war",
        "surrender",
        meaning="what the player does after a tie",
        why="ours, of two choices: the one that costs the player less",
    )
    tie_bonus: int = whole(
        0,
        0,
        100,
        "extra units won when the war is tied again",
        why='"an amount equal to the original bet only"; some casinos pay more',
    )
    tie_bet: int = whole(
        10,
        0,
        1000,
        "what the side bet on a first tie pays, to one",
        why='"at fixed odds of 10:1"',
    )
    bankroll: int = whole(
        0,
        0,
        _MOST_MONEY,
        "the player's money at the start of a session; 0: play one round",
        why="ours: one round, so that its odds can be compared with the exact ones;"
        " an evening begins with a bankroll",
    )
    stake: int = whole(
        1,
        1,
        _MOST_MONEY,
        "session: the ante of every hand, or the least one",
        why="ours: results are then in antes",
    )
    staking: str = choice(
        *STAKINGS,
        meaning="session: each hand is for the stake; or after a loss for twice the last "
        "ante; or for a share of the bankroll",
        why="ours: the same stake for every hand",
    )
    share: int = whole(
        10,
        1,
        100,
        "session: the share of the bankroll that is staked on a hand, in percent",
        why="ours, and without effect unless `staking` is `share`",
    )
    most_stake: int = whole(
        MOST_STAKE,
        1,
        MOST_STAKE,
        "session: the limit of the table, the largest ante of a hand",
        why="ours: no limit of the table",
    )
    hands: int = whole(
        0,
        0,
        MOST_HANDS,
        "session: the most hands played; 0: play until another limit ends it",
        why="ours: an evening goes on until another limit ends it",
    )
    stop_loss: int = whole(
        0,
        0,
        _MOST_MONEY,
        "session: it ends when this much has been lost; 0: no such limit",
        why="ours: no such limit",
    )
    goal: int = whole(
        0,
        0,
        _MOST_MONEY,
        "session: it ends when this much has been won; 0: no such limit",
        why="ours: no such limit",
    )
    penetration: float = number(
        0.0,
        0.0,
        1.0,
        "session: the fraction of the shoe dealt before it is reshuffled; 0: before every hand",
        why="ours: every hand from a fresh shoe, for which the odds are exact",
    )

    @property
    def deck(self) -> Deck:
        """The shoe before the shuffle."""
        return deck_of(2, ACE, self._copies, 0)

    @property
    def _copies(self) -> int:
        """The cards of each rank in the shoe."""
        if self.decks == INFINITE:
            raise UserError(
                "an infinite shoe cannot be dealt",
                where="decks",
                cure="its odds are exact: leave simulated games out",
            )
        return 4 * self.decks

    @property
    def seats(self) -> int:
        """The number of players; the house does not count."""
        return 1

    @property
    def is_session(self) -> bool:
        """Whether one game is a session, not a round."""
        return self.bankroll > 0

    @property
    def excluded(self) -> frozenset[str]:
        """The results and the endings of a session that these rules exclude."""
        found = set(AFTER_WAR if self.on_tie == "surrender" else RESULTS[-1:])
        if not self.stop_loss:
            found.add("stop-loss")
        if not self.goal:
            found.add("goal")
        return frozenset(found)

    @property
    def cut(self) -> int:
        """The number of dealt cards from which a shoe is shuffled before the next hand."""
        longest = 4 + self.burn
        return max(
            min(ceil(self.penetration * self.deck.size), self.deck.size - longest + 1),
            1,
        )

    def next_stake(self, money: float, last: int, *, lost: bool) -> int:
        """The ante of the next hand, after one for ``last``.

        Never more than the bankroll covers.
        """
        wanted = self.stake
        if self.staking == "double" and lost:
            wanted = 2 * last
        elif self.staking == "share":
            wanted = max(int(money * self.share // 100), self.stake)
        return min(wanted, self.most_stake, int(money))

    def check(self) -> None:
        """Refuse rules that cannot be played.

        These are session options without a bankroll, too small a bankroll, and a side
        bet never made.
        """
        changed = self.changed()
        if not self.is_session:
            for option in _OF_A_SESSION:
                if option in changed:
                    raise UserError(
                        f"{changed[option]} without a bankroll",
                        where=option,
                        cure="this is an option of sessions: set bankroll, or leave it out",
                    )
        elif self.bankroll < self.stake:
            raise UserError(
                f"{self.stake} with bankroll = {self.bankroll}",
                where="stake",
                cure="the bankroll must cover at least one stake",
            )
        elif self.most_stake < self.stake:
            raise UserError(
                f"{self.most_stake} with stake = {self.stake}",
                where="most_stake",
                cure="give at least one stake",
            )
        elif "share" in changed and self.staking != "share":
            raise UserError(
                f"{self.share} with staking = {self.staking!r}",
                where="share",
                cure="set staking = 'share', or leave it out",
            )
        elif "most_stake" in changed and self.staking == "flat":
            raise UserError(
                f"{self.most_stake} with staking = 'flat'",
                where="most_stake",
                cure="set staking = 'double' or 'share', or leave it out",
            )
        elif "tie_bet" in changed and not self.penetration:
            raise UserError(
                f"{self.tie_bet} in a session of fresh shoes",
                where="tie_bet",
                cure="a session makes the side bet only where cards seen favor it: set "
                "penetration, or leave it out",
            )


def columns(rules: CasinoWarRules) -> tuple[Column, ...]:
    """The outcome columns: of a round, or of a session."""
    if not rules.is_session:
        return ROUND_COLUMNS
    return (*SESSION_COLUMNS, *SHOE_COLUMNS) if rules.penetration else SESSION_COLUMNS


def compared(player: int, house: int) -> str:
    """What two cards come to for the player: ``win``, ``tie`` or ``lose``."""
    if player == house:
        return "tie"
    return "win" if player > house else "lose"


def net_of(result: str, tie_bonus: int) -> int:
    """What the player wins with a result, in halves of an ante.

    So a surrender is a whole number.
    """
    bonus = 2 * tie_bonus if result == "war-tie" else 0
    return _NETS[result] + bonus


def wagered_on(result: str) -> int:
    """What the player has staked when a round ends so, in antes."""
    return 2 if result in AFTER_WAR else 1


def tie_net_of(result: str, tie_bet: int) -> int:
    """What one unit of the side bet on a first tie wins with a result."""
    return -1 if result in ("win", "lose") else tie_bet


def pays_of(rules: CasinoWarRules) -> dict[str, NDArray[np.integer]]:
    """For every column of a round but the result itself, its value under each result."""
    pays = {
        "net": [net_of(result, rules.tie_bonus) for result in RESULTS],
        "wagered": [wagered_on(result) for result in RESULTS],
        "tie_net": [tie_net_of(result, rules.tie_bet) for result in RESULTS],
    }
    return {
        column.name: np.array(pays[column.name], column.dtype)
        for column in ROUND_COLUMNS
        if column.name in pays
    }
