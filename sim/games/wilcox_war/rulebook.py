"""Wilcox War (v2), War with a hand of three cards: its options, the source's words, and its decisions.

The text is Jeff Wilcox's rules at curiousgames.net; ``SOURCE`` quotes the sentences
that matter and names the option that each one became. The play itself is in
:mod:`sim.games.wilcox_war.table`, its events in :mod:`sim.games.wilcox_war.events`, and
the policies in :mod:`sim.games.wilcox_war.policies`.

Decisions where the text is silent
----------------------------------
*Hidden prizes come from the bottom.* "Players take two (2) cards from the top of the
now-face-down draw pile": a draw pile lies face up, so the cards on top of it when it is
turned over are those at its bottom, and nobody has seen them. A pile that is remade
while prizes are being hidden also gives its bottom cards.

*Steps are simultaneous.* Drawing a card is one step and hiding the prizes is another;
both players do as much of a step as they can before it is checked who could not
complete it. In play-on, "your opponent has won the game" therefore holds unless both
fail in the same step: then the larger score pile wins, and equal ones draw the game.

*Once through, the first failed draw ends the game.* "If a player needs a card and it
isn't available the game ends." Both players have played equally many cards, so both
fail. The two cards that each still holds "go to their own scoring pile" and are not
played. A war that has used up the pile is finished first; the draw after it fails.

*Hiding the cards there are.* "They discovered they only had one remaining card in their
draw pile so they put it into the war as hidden treasure and skipped putting the
second".

*Tied with no cards left.* "DO complete any steps they can": when the hands are empty as
well, nobody can win the war. Each player takes their own cards on the table, face-up
cards and prizes, into their score pile, as with their hand. That last tie is not a war:
no comparison follows it.

*A pile is remade when a card is needed*, not when the last one is taken: "When you need
a card but you have none in your draw pile". Only the score pile counts for the limit,
not the hand and not the cards on the table.

*When play-on ends*, all cards stay where they are. ``cards_0`` and ``cards_1`` count
each player's score pile, draw pile, hand and own cards on the table; nobody takes the
pot of the unfinished war.

*A turn* is a battle with its wars and the draw after it. ``max_turns`` stops a game
when another turn would begin.

*Chance.* Score piles are shuffled from the stream ``PLAY``, in the order of events;
within a step, player 0's pile before player 1's. A pile is shuffled from the order in
which its cards came to it, and the first card of the shuffled list is the new top. The
winner of a pot adds their own cards in the order laid, then the opponent's.
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
  "Each player shuffles their deck and places it face up on the table in front of them and it becomes the draw pile."
  "Both players deal three cards off the top of their deck face-up on the table. Yes, both players can and should
  review each other's cards."
    policies see both hands, and the tops of both draw piles
Playing
  "Each turn, players simultaneously choose one card from their hand, place it face down on the table, and then
  reveal that card."
  "If one card is of higher value (with an Ace being highest), the winner takes both cards and places them face down
  into their scoring pile."
Wars
  "If both cards have the same value ... then the players are in a war and: Players draw one card (so they each have
  three cards in their hand again.)"
  "Players take two (2) cards from the top of the now-face-down draw pile and place them overlapping their card in the
  war. These are the hidden prizes for the winner of the war. Then players turn their draw pile face up."
    from the bottom of the face-up pile
  "Players pick up their hand, choose one card to play and place it face down on the table, and then reveal the cards
  simultaneously. High card wins the war – and the winner places all cards in the war (all face-up and face-down
  cards) face down into their scoring pile after revealing the hidden prize cards to both players."
  "Players draw one card and add it to their hand and then show their hand to the other player."
  "If the final revealed cards have the same value, repeat the steps for resolving a war."
The end
  "If a player needs a card and it isn't available, they skip any steps of the war they can't complete due to the lack
  of the cards, but DO complete any steps they can."
  "If a player needs a card and it isn't available the game ends." (when not in a war)
  "The game ends when players need to draw a card but can't. If in a war, complete all complete-able steps of the war.
  Once the war is over, the game ends. Each player puts their hand in their own score pile and then counts the number
  of cards in the score pile."
    cards_0, cards_1
  "Whoever has the larger number of cards in their score pile wins. If both players have the same number of cards, they
  tie."
    winner
One deck
  "Start by giving all red cards to one player and all black cards to the other."
    decks = 1
  "Only put one (1) card down as the hidden treasure during wars."
Until someone has all the cards
  "... you play until one player's score pile (when they must shuffle it) has too few cards."
    play_on = true
  "Put three (3) cards down as the hidden treasure during wars." (with one deck: two)
  "When you need a card but you have none in your draw pile, immediately turn your score pile face down. (Make sure you
  have 14 or more cards in the pile. If you do, then continue with these instructions.) Shuffle the score pile and then
  place it face down. It becomes your new draw pile and you continue the game." (with one deck: 8 or more)
  "If you have 13 or fewer cards in your score pile when you need to make it your draw pile, your opponent has won the
  game and the game ends – even if you are in the middle of a war." (with one deck: 7 or fewer)
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
