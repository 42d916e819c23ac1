"""Casino War: its options, with the source's words, and the outcome of a round and of a session.

The text is the section "Casino War" of John McLeod's page on War at pagat.com;
``SOURCE`` quotes the sentences that matter. The play itself is in
:mod:`sim.games.casino_war.table`, with what was decided where the text is silent.

One game is one round against the house from a freshly shuffled shoe. With a
``bankroll`` it is a session: an evening at the table, one hand after another.
"""

from collections.abc import Iterator, Sequence

from sim.contract.dealing import Deals, DealtKernel, DrawnKernel
from sim.contract.events import Event
from sim.contract.game import GameOf
from sim.games.casino_war import shoe
from sim.games.casino_war.browser import IN_BROWSER
from sim.games.casino_war.report import HOOKS
from sim.games.casino_war.rules import (
    SESSION_COLUMNS,
    SHOE_COLUMNS,
    CasinoWarRules,
    columns,
)
from sim.games.casino_war.table import tell_round, tell_session
from sim.games.casino_war.vocabulary import VOCABULARY

SOURCE = """\
The round
  "The player places a bet and the player and the house are each dealt one card face up.
  The higher card wins: if the house has the higher card the bet is lost: if the
  player's card is higher the bet is returned plus an equal amount of winnings."
    result win, lose; the text does not say from how many decks: decks
A tie
  "Surrender, in which case half the player's bet is returned and half kept by the
  house, so if the original bet was $10 you lose $5."
    on_tie = "surrender"
  "Go to war in which case the player must stake an additional amount equal to the
  original bet. Three cards are dealt face down and then the house and the player are
  each dealt another card face up."
    on_tie = "war", burn = 3
  "If the new house card is higher the player loses both bets. If the player's card is
  equal or higher the player's bets are returned plus an amount equal to the original
  bet only. For example if you bet $10 and then go to war, you will either win $10 or
  lose $20."
    result war-win, war-tie, war-lose; tie_bonus = 0, and 1 where a casino pays more for
    a second tie
  "It is also possible for the player to bet at fixed odds of 10:1 that there will be a
  tie."
    tie_bet = 10
"""


def tell(
    rules: CasinoWarRules, packets: Sequence[Sequence[int]], seed: int, number: int
) -> Iterator[Event]:
    """Play a round with the cards of a shoe, or a session, and yield its events."""
    return (
        tell_session(rules, seed, number)
        if rules.is_session
        else tell_round(rules, iter(packets[0]))
    )


def _kernel() -> DealtKernel[CasinoWarRules]:
    from sim.games.casino_war.kernel import block

    return block


def _drawing() -> DrawnKernel[CasinoWarRules]:
    from sim.games.casino_war.kernel import block

    return block


GAME = GameOf[CasinoWarRules](
    name="casino-war",
    title="Casino War",
    summary="rounds, evenings and shoes; also computed exactly: `warlab exact "
    "casino-war` gives chances as fractions",
    rules=CasinoWarRules,
    own_columns=columns,
    more_columns=(*SESSION_COLUMNS, *SHOE_COLUMNS),
    tell=tell,
    deals=Deals(shoe, _kernel, _drawing, packets_given="none"),
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
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
    hooks=HOOKS,
)
"""Casino War, as the registry lists it."""
