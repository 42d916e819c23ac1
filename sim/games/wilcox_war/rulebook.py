"""Wilcox War (v2), War with a hand of three cards: its options, and the source's words.

The text is Jeff Wilcox's rules at curiousgames.net; ``SOURCE`` quotes the sentences
that matter and names the option that each one became. The play itself is in
:mod:`sim.games.wilcox_war.table`, with what was decided where the text is silent; its
events are in :mod:`sim.games.wilcox_war.events`, and the policies in
:mod:`sim.games.wilcox_war.policies`.
"""

from collections.abc import Iterator, Sequence

from sim.contract.dealing import Deals, DealtKernel
from sim.contract.events import Event
from sim.contract.game import GameOf
from sim.games.wilcox_war import two_packs
from sim.games.wilcox_war.browser import IN_BROWSER
from sim.games.wilcox_war.policies import POLICIES
from sim.games.wilcox_war.rules import COLUMNS, WilcoxWarRules
from sim.games.wilcox_war.table import WilcoxTable
from sim.games.wilcox_war.vocabulary import VOCABULARY
from sim.policies.players import players
from sim.rng import Chance

SOURCE = """\
Set-up
  "One deck goes to the first player and the other deck goes to the second player."
    decks = 2
  "Each player shuffles their deck and places it face up on the table in front of them
  and it becomes the draw pile."
  "Both players deal three cards off the top of their deck face-up on the table. Yes,
  both players can and should review each other's cards."
    policies see both hands, and the tops of both draw piles
Playing
  "Each turn, players simultaneously choose one card from their hand, place it face down
  on the table, and then reveal that card."
  "If one card is of higher value (with an Ace being highest), the winner takes both
  cards and places them face down into their scoring pile."
Wars
  "If both cards have the same value ... then the players are in a war and: Players draw
  one card (so they each have three cards in their hand again.)"
  "Players take two (2) cards from the top of the now-face-down draw pile and place them
  overlapping their card in the war. These are the hidden prizes for the winner of the
  war. Then players turn their draw pile face up."
    from the bottom of the face-up pile
  "Players pick up their hand, choose one card to play and place it face down on the
  table, and then reveal the cards simultaneously. High card wins the war – and the
  winner places all cards in the war (all face-up and face-down cards) face down into
  their scoring pile after revealing the hidden prize cards to both players."
  "Players draw one card and add it to their hand and then show their hand to the other
  player."
  "If the final revealed cards have the same value, repeat the steps for resolving a
  war."
The end
  "If a player needs a card and it isn't available, they skip any steps of the war they
  can't complete due to the lack of the cards, but DO complete any steps they can."
  "If a player needs a card and it isn't available the game ends." (when not in a war)
  "The game ends when players need to draw a card but can't. If in a war, complete all
  complete-able steps of the war. Once the war is over, the game ends. Each player puts
  their hand in their own score pile and then counts the number of cards in the score
  pile."
    cards_0, cards_1
  "Whoever has the larger number of cards in their score pile wins. If both players have
  the same number of cards, they tie."
    winner
One deck
  "Start by giving all red cards to one player and all black cards to the other."
    decks = 1
  "Only put one (1) card down as the hidden treasure during wars."
Until someone has all the cards
  "... you play until one player's score pile (when they must shuffle it) has too few
  cards."
    play_on = true
  "Put three (3) cards down as the hidden treasure during wars." (with one deck: two)
  "When you need a card but you have none in your draw pile, immediately turn your score
  pile face down. (Make sure you have 14 or more cards in the pile. If you do, then
  continue with these instructions.) Shuffle the score pile and then place it face down.
  It becomes your new draw pile and you continue the game." (with one deck: 8 or more)
  "If you have 13 or fewer cards in your score pile when you need to make it your draw
  pile, your opponent has won the game and the game ends – even if you are in the middle
  of a war." (with one deck: 7 or fewer)
    ending = run-out
"""


def tell(
    rules: WilcoxWarRules, packets: Sequence[Sequence[int]], seed: int, number: int
) -> Iterator[Event]:
    """Play one game of Wilcox War and yield its events."""
    seated = players(POLICIES, rules, seed, number)
    return WilcoxTable(rules, packets, seated, Chance(seed, number)).play()


def _kernel() -> DealtKernel[WilcoxWarRules]:
    from sim.games.wilcox_war.kernel import block

    return block


GAME = GameOf[WilcoxWarRules](
    name="wilcox-war",
    title="Wilcox War",
    summary="War with a hand of three cards, once through or played on; a game of choice",
    rules=WilcoxWarRules,
    own_columns=lambda rules: COLUMNS,
    tell=tell,
    deals=Deals(two_packs, _kernel, packets_given="none"),
    source=SOURCE,
    histograms=("cards_0", "cards_1", "battles", "turns", "wars"),
    tables=(("winner", "ending"),),
    paired=("cards_0", "cards_1", "turns", "wars"),
    policies=POLICIES,
    in_browser=IN_BROWSER,
    seats_alike=lambda rules: rules.one_policy,
    vocabulary=VOCABULARY,
)
"""Wilcox War, as the registry lists it."""
