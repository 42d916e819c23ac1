"""Steal War, for two to four players: its options, with the source's words.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter and names the option that each one became. The play itself is in
:mod:`sim.games.steal_war.table`, with what was decided where the text is silent; its
events are in :mod:`sim.games.steal_war.events`.
"""

from sim.games.packets.columns import WAR_COUNTS
from sim.games.packets.game import packet_game
from sim.games.steal_war.browser import IN_BROWSER
from sim.games.steal_war.rules import COLUMNS, StealWarRules
from sim.games.steal_war.table import StealWarTable
from sim.games.steal_war.vocabulary import VOCABULARY

SOURCE = """\
The cards
  "The basis is a normal game of War, in which wars consist of three cards played face
  down followed by one face up. The deck includes two jokers, which are the highest
  cards."
    jokers = 2
Piles
  "When cards are won, they are not added to the bottom of the winner's card supply but
  placed in a pile face up beside the player. Each player has a single face up pile.
  Newly won cards are added to the top of the pile and the winner can choose which of
  the new cards to place on top."
    top = "lowest", "highest" or "random"
  "As soon as a player's packet of face down cards runs out, the player's face-up pile
  is turned over and shuffled to make a new face-down packet of cards to play from."
Stealing
  "As players take cards from the top of their face down packet to play, they look at
  them before playing them. If the rank of your card matches the top card of an
  opponent's face-up pile, then instead of playing it normally you can use it to steal
  that pile. You put your card face up on top of the pile your [sic] are stealing and then
  take the whole of the stolen pile and place it on top of your own pile without
  changing the order of the cards. You then look at the next card from your face down
  packet and play it (or, in a game of more than 2 players, possibly steal another pile
  and play the next card)."
    a player who can steal does (least_loot = 1); of several piles the largest, then the
    next in seat order
  "If each player's card matches the top card of the other player's capture pile, they
  can both steal and the two capture piles are exchanged."
  "The three cards played face down during a war are not looked at and cannot be used to
  steal an opponent's pile, but the following card can be used to steal instead of
  competing to win the war if it matches an opponent's pile."
  "... there is the possibility for a pile that was stolen to be stolen back immediately
  if both players draw a card the [sic] is equal to the top card of one of the stacks."
    protect = false
  "The following rule is suggested as a solution: if you play a card that matches your
  own pile, it protects your pile from being stolen during that turn of play."
    protect = true
The end
  "A player who runs out of cards during a war loses immediately."
    with fewer than four cards, packet and pile together
  Of War: "The game continues until one player has all the cards and wins. This can take
  a long time."
    max_rounds
"""


GAME = packet_game(
    name="steal-war",
    title="Steal War",
    summary="two to four players; a card that matches another player's pile takes it",
    rules=StealWarRules,
    own_columns=lambda rules: COLUMNS,
    table=StealWarTable,
    kernel="sim.games.steal_war.kernel.block",
    source=SOURCE,
    histograms=("rounds", "plays", "steals", "cards_stolen", *WAR_COUNTS, "winner_low"),
    paired=("rounds", "plays", "steals"),
    # Steals are made one after the other, between the cards that all players lay at
    # once.
    moves=(("steals", 1.0),),
    move_words="a card of each player, in wars too, and for each steal",
    # A pile's inner order, which follows the seats, is lost when the pile is shuffled.
    seats_alike=lambda rules: rules.even_deal,
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
)
"""Steal War, as the registry lists it."""
