"""Ace race: War in which a tie starts a race to turn an ace.

Its options, and the source's words.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter and names the option that each one became. The play itself is in
:mod:`sim.games.ace_race.table`, with what was decided where the text is silent.
"""

from sim.games.ace_race.browser import IN_BROWSER
from sim.games.ace_race.rules import COLUMNS, AceRaceRules
from sim.games.ace_race.table import AceRaceTable
from sim.games.ace_race.vocabulary import VOCABULARY
from sim.games.packets.game import packet_game

SOURCE = """\
The race
  "Some play that in a war, instead of playing face down cards, each player plays cards
  face up one at a time as fast as they like (not taking turns) until an Ace appears,
  and the first person who plays an Ace takes all the played cards."
    speed; a race is a war, and no cards are compared in it
  "If Jokers are being used as the highest cards, then a Joker rather than an Ace is
  needed to take the cards."
    jokers = 2
The cards won
  "In this version, captured cards are usually stacked face up in front of each player
  rather than added to the bottom of their face down packet. They are picked up and
  turned over only when the player's supply of face down cards runs out."
    the pile is turned over, not shuffled; the text does not say in which order cards
    are put on it: pickup
The rest is War
  "Whoever turned the higher card takes both cards"
  "The tied cards stay on the table"
  "The game continues until one player has all the cards and wins. This can take a long
  time."
    max_rounds
"""


GAME = packet_game(
    name="ace-race",
    title="Ace race",
    summary="a war is a race to turn an ace, and the faster player turns more cards",
    rules=AceRaceRules,
    own_columns=lambda rules: COLUMNS,
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
