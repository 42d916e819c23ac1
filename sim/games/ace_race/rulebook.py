"""Ace race: War in which a tie starts a race to turn an ace.

Its options, the source's words, its decisions.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter and names the option that each one became. The play itself is in
:mod:`sim.games.ace_race.table`.

Decisions where the text is silent
----------------------------------
*"As fast as they like (not taking turns)"*: each card of a race is turned by player 0
with chance ``speed``, whatever came before. If ``speed`` is 0 or 1, one player turns
all cards for as long as they have any, and nothing is random.

*The ace* is rank 14; with ``jokers`` in the pack it is a joker instead. In a pack
without that card no race is ever won. It must be newly turned: tied aces do not end the
race they start.

*The pile.* Captured cards are put on it in the order of ``pickup``, and turning it over
brings the first one put there to the top, so the cards come out in the order in which
they were captured. It is turned when the player must lay a card and the packet is
empty, even in the middle of a race; cards on the table are not part of it.

*No cards.* A player without cards, packet and pile together, waits while the other
continues to turn. When neither has any left, nobody has turned an ace: the game is a
draw, and each player takes their own cards back.

*Counting.* A race in which a card is turned is one single war, even if it draws the
game; no cards are compared in it, so it is not a battle. All cards turned in it count
as laid in ``plays``.

*A position*, for games in which nothing is random, is the order in which each player's
cards will come out: where the packet ends and the pile begins makes no difference from
there on.

*Chance.* While both players have cards, each card of a race takes one word of the
stream ``PLAY``: player 0 turns if it is below ``speed`` times 2**64. A pot picked up
``"shuffled"`` is treated as in War: a pot of two cards is put in order by the round's
coin; any other is first put in winner-first order and then shuffled.
"""

from sim.games.ace_race.browser import IN_BROWSER
from sim.games.ace_race.rules import AceRaceRules
from sim.games.ace_race.table import AceRaceTable
from sim.games.ace_race.vocabulary import VOCABULARY
from sim.games.packets.columns import PACKET_COLUMNS
from sim.games.packets.game import packet_game

SOURCE = """\
The race
  "Some play that in a war, instead of playing face down cards, each player plays cards face up one at a time
  as fast as they like (not taking turns) until an Ace appears, and the first person who plays an Ace takes
  all the played cards."
    speed; a race is a war, and no cards are compared in it
  "If Jokers are being used as the highest cards, then a Joker rather than an Ace is needed to take the
  cards."
    jokers = 2
The cards won
  "In this version, captured cards are usually stacked face up in front of each player rather than added to
  the bottom of their face down packet. They are picked up and turned over only when the player's supply of
  face down cards runs out."
    the pile is turned over, not shuffled; the text does not say in which order cards are put on it: pickup
The rest is War
  "Whoever turned the higher card takes both cards"
  "The tied cards stay on the table"
  "The game continues until one player has all the cards and wins. This can take a long time."
    max_rounds
"""


GAME = packet_game(
    name="ace-race",
    title="Ace race",
    summary="a war is a race to turn an ace, and the faster player turns more cards",
    rules=AceRaceRules,
    own_columns=lambda rules: PACKET_COLUMNS,
    table=AceRaceTable,
    kernel="sim.games.ace_race.kernel",
    source=SOURCE,
    histograms=("rounds", "plays", "wars", "winner_low"),
    paired=("rounds", "plays", "wars"),
    seats_alike=lambda rules: (
        rules.even_deal and rules.pickup != "seat" and rules.speed == 0.5
    ),
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
)
"""Ace race, as the registry lists it."""
