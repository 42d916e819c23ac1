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

from sim.contract.dealing import Deals, DealtKernel, DrawnKernel
from sim.contract.events import Event
from sim.contract.game import GameOf
from sim.games.casino_war import shoe
from sim.games.casino_war.rules import SESSION_COLUMNS, SHOE_COLUMNS, CasinoWarRules, columns
from sim.games.casino_war.table import tell_round, tell_session

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
        What is turned up and settled, and at last the :class:`~sim.contract.events.Outcome`.
    """
    return tell_session(rules, seed, number) if rules.is_session else tell_round(rules, iter(packets[0]))


def _kernel() -> DealtKernel[CasinoWarRules]:
    """Return what plays it fast."""
    from sim.games.casino_war.kernel import block

    return block


def _drawing() -> DrawnKernel[CasinoWarRules]:
    """Return what plays it fast from the first cards of each shoe alone."""
    from sim.games.casino_war.kernel import block

    return block


GAME = GameOf[CasinoWarRules](
    name="casino-war",
    title="Casino War",
    summary="rounds, evenings and shoes; also exactly: `warlab exact casino-war` gives every probability as a fraction",
    rules=CasinoWarRules,
    columns_under=columns,
    more_columns=(*SESSION_COLUMNS, *SHOE_COLUMNS),
    tell=tell,
    deals=Deals(shoe, _kernel, _drawing),
    source=SOURCE,
    seats_differ="the player plays against the house",
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
