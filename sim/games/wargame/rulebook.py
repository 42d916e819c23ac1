"""Wargame (Dave Ross, 2011): its options, the source's words, and the outcome of a game.

The text is Dave Ross's own rules of the game (2011); ``SOURCE`` quotes the
sentences that matter. The play itself is in :mod:`sim.games.wargame.table`, with
what was decided where the text is silent; the policies are in :mod:`sim.games.wargame.policies.catalogue`.
"""

from collections.abc import Iterator, Sequence

from sim.contract.dealing import DrawnKernel, NoDeals
from sim.contract.events import Event, Outcome
from sim.contract.game import GameOf
from sim.games.wargame.browser import IN_BROWSER
from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.rules import COLUMNS, WargameRules
from sim.games.wargame.table import Layout
from sim.games.wargame.vocabulary import VOCABULARY
from sim.policies.players import players
from sim.rng import Chance

SOURCE = """\
The goal
  "Win 7 of the 13 battles, or win 4 adjacent battles."
    ending seven, run; by_run
  "As soon as one player either wins 7 total battles or 4 adjacent battles, the game is
  over.  There can never be a tie."
The cards
  "13 cards numbered 1 to 13.  Higher numbers beat lower numbers with one exception:
  the two Spies (numbers 1 and 2) beat the Bazooka (number 13) and the Mortar (number
  12).  The Spies are beaten by all other cards."
    spy against spy goes by number
Phase one
  "Choose which player goes first.  This player takes any one of his cards and places it
  in one of the 13 places on his side.  The second player then does the same thing, only
  he does it twice."
    first; policies deploy
  "Players alternate 1-2-2- ... -2-2-1."
  "Check each match-up in turn:  if one card is stronger than the other, it wins.  Ties
  are ties."
    ahead
  "Whoever is ahead after phase one goes first in phase two.  If the players are tied
  after phase one, then whoever started phase one also starts phase two."
Traitors
  "After phase one is finished, each player secretly chooses one of his Traitor cards"
    traitors = true; policies traitor
  "If one of the cards played corresponds to the Traitor card that was chosen by the
  other player, that card can be made to lose its battle."
    the loser of a battle declares a traitor if that turns the battle, or late;
    traitors_declared
  "Note that if both cards are declared to be Traitors, then whichever card would
  normally win the battle does win."
  "If you'd rather play a perfect information strategy game, take the traitor cards
  out."
    traitors = false
Phase two
  "The attacker goes first, optionally switching two cards (see "switching cards,"
  below) and then advancing one of his cards into the combat zone."
    policies attack, switch
  "The defender then responds.  He optionally switches two cards (see "switching cards,"
  below) and then advances one card into the same space just occupied by the attacker's
  card"
  "Also, if the two cards are equal, the attacker wins."
  "The winner of one battle goes first in the next."
Switching cards
  "Players each have 5 chips.  Each chip gives them the ability to switch two cards
  before moving a card forward into battle.  This can be done either before attacking or
  before defending."
    chips = 5; switches_0, switches_1
  "if a player has won three adjacent battles, this breaks the other player's line.  No
  switching may take place across this break -- in order for the other player to make a
  switch after his line has been broken, both cards must be on the same side of the
  break."
"""


def tell(
    rules: WargameRules, packets: Sequence[Sequence[int]], seed: int, number: int
) -> Iterator[Event]:
    """Play one game of Wargame and yield its events."""
    first = (
        Chance(seed, number).below(2) if rules.first == "random" else int(rules.first)
    )
    layout = Layout(rules, players(POLICIES, rules, seed, number), first)
    yield from layout.deploy()
    match_ups = layout.match_ups()
    yield match_ups
    if rules.traitors:
        yield from layout.keep_traitors()
    yield from layout.battles(match_ups.attacker)
    yield Outcome(layout.row(), layout.story())


def _kernel() -> DrawnKernel[WargameRules]:
    from sim.games.wargame.kernel import block

    return block


GAME = GameOf[WargameRules](
    name="wargame",
    title="Wargame",
    summary="up to thirteen battles with deployment, traitors and chips; a game of choice "
    "with a policy that looks ahead",
    rules=WargameRules,
    own_columns=lambda rules: COLUMNS,
    tell=tell,
    deals=NoDeals(
        "nothing is shuffled: both players have the cards 1 to 13 and lay them face up",
        _kernel,
    ),
    source=SOURCE,
    policies=POLICIES,
    in_browser=IN_BROWSER,
    histograms=(
        "battles",
        "wins_0",
        "wins_1",
        "by_run",
        "switches_0",
        "switches_1",
        "traitors_declared",
    ),
    tables=(
        ("winner", "ending"),
        ("winner", "first_deployer"),
        ("winner", "ahead"),
        ("first_deployer", "ahead"),
    ),
    paired=("wins_0", "wins_1", "battles"),
    can_be_drawn=False,
    cards_text=lambda cards: " ".join(map(str, cards)),
    seats_alike=lambda rules: rules.one_policy and rules.first == "random",
    vocabulary=VOCABULARY,
)
"""Wargame, as the registry lists it."""
