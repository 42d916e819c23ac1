"""Casino War: its options, with the source's words, and what a round and a session yield.

The text is the section "Casino War" of John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences
that decide. The play itself is in :mod:`sim.games.casino_war.table`.

A played game is one round against the house from a fresh shuffled shoe. With a ``bankroll`` it is a session: an
evening at the table, one hand after the other.

Decisions where the text is silent
----------------------------------
*The shoe* is 1 to 8 decks of 52 cards. The cards are dealt player, house, then in a war the burned ones,
player, house, as casinos do; the order changes no chance. The text has the house's second card dealt first.

*A second tie* wins for the player ("equal or higher") and pays one unit like any other war won; ``tie_bonus``
adds to it.

*Half units.* A surrender loses half an ante, so ``net``, ``end`` and ``deepest`` are real numbers, always
multiples of one half.

*A session* plays hands at a flat ``stake``. It ends, looked at in this order before each hand and after the
last, when the bankroll no longer covers the stake (``ruin``), when he has lost ``stop_loss`` or more, when he
has won ``goal`` or more, and when ``hands`` are played; with ``hands=0`` nothing but the others ends it, up to
a million hands (``cap``). Who has less than two stakes cannot raise and surrenders a tie. ``deepest`` is the
largest amount below the start at the end of a hand, 0 if there was none; ``losing_streak`` the most hands lost
one after the other, surrenders among them; ``staked`` counts raises.

*Penetration.* Without it every hand of a session comes from a fresh shoe. With it one shoe is dealt on: between
hands it is shuffled anew, all cards in it, once at least that fraction of its cards is out, or too few are left
for another war. ``tie_chances`` counts the hands before which a player who remembers every card turned up (the
burned ones stay unknown) has the odds on his side in the side bet, and ``tie_gain`` what one unit on each of
them wins; the bankroll has no part in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from sim.cards import Deck
from sim.contract.game import Column, Event, Game, GameRules
from sim.errors import UserError
from sim.games.casino_war.table import MOST_HANDS, tell_round, tell_session
from sim.options import choice, number, whole

SOURCE = """\
The round
  "The player places a bet and the player and the house are each dealt one card face up. The higher card
  wins: if the house has the higher card the bet is lost: if the player's card is higher the bet is returned
  plus an equal amount of winnings."
    result win, lose; from how many decks, the text does not say: decks
A tie
  "Surrender, in which case half the player's bet is returned and half kept by the house, so if the original
  bet was $10 you lose $5."
    on_tie = "surrender"
  "Go to war in which case the player must stake an additional amount equal to the original bet. Three cards
  are dealt face down and then the house and the player are each dealt another card face up."
    on_tie = "war", burn = 3
  "If the new house card is higher the player loses both bets. If the player's card is equal or higher the
  player's bets are returned plus an amount equal to the original bet only. For example if you bet $10 and
  then go to war, you will either win $10 or lose $20."
    result war-win, war-tie, war-lose; tie_bonus = 0, and 1 where a casino pays more for a second tie
  "It is also possible for the player to bet at fixed odds of 10:1 that there will be a tie."
    tie_bet = 10
"""

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
    Column("ruined", "bool", "the bankroll no longer covers the stake"),
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


def tell(rules: CasinoWarRules, packets: Sequence[Sequence[int]], seed: int, number: int) -> Iterator[Event]:
    """Play a round with the cards of a shoe, or a session, and tell what happens.

    Parameters
    ----------
    rules
        The rules played by.
    packets
        One packet: the shoe, first card first. A session shuffles its own shoes.
    seed, number
        Where the shoes of a session come from.

    Yields
    ------
    Event
        What is turned up and settled, and at last the :class:`~sim.contract.game.Outcome`.
    """
    return tell_session(rules, seed, number) if rules.is_session else tell_round(rules, iter(packets[0]))


GAME = Game(
    name="casino-war",
    title="Casino War",
    rules=CasinoWarRules,
    columns_under=columns,
    more_columns=(*SESSION_COLUMNS, *SHOE_COLUMNS),
    tell=tell,
    kernel="sim.games.casino_war.kernel.block",
    dealing="sim.games.casino_war.shoe",
    deals_itself=True,
    source=SOURCE,
    histograms=(
        "result",
        "net",
        "wagered",
        "tie_net",
        "ruined",
        "ending",
        "end",
        "deepest",
        "hands_played",
        "losing_streak",
        "tie_chances",
        "tie_gain",
    ),
    paired=("net", "tie_net", "end"),
)
"""Casino War, for the registry."""
