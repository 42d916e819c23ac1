"""Steal War, for two to four players: its options, with the source's words, and its decisions.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter and names the option that each one became. The play itself is in
:mod:`sim.games.steal_war.table`, its events in :mod:`sim.games.steal_war.events`.

Decisions where the text is silent
----------------------------------
*When a pile is turned.* "As soon as a player's packet of face down cards runs out": at
the moment its last card is taken, to be looked at or laid, before anybody steals. A
player who has no pile then, and gets one later by a theft or with the pot, turns it
when taking the next card; nobody can steal in between, so the game is the same.

*Waves.* All players first look at their cards. The thefts of a wave are then decided by
the top cards and the cards looked at, as they are before the wave, and all its piles
move at once. Each player wants one pile: the largest of the unprotected piles that show
the player's rank; of equally large ones, that of the next player in seat order. If
several players want the same pile, the first in seat order after its owner gets it. The
others keep their cards, even if another pile would have been free; in the next wave
they look again.

*Always, when possible.* "... you may deliberately choose to play your card rather than
stealing with it": here nobody does, and nobody misses a chance to steal, unless the
pile has fewer than ``least_loot`` cards. Then it is not wanted, and the card is laid.

*Robbed in the same wave.* A thief who is robbed in the same wave loses their own pile
as it was before the wave; the stolen cards, with the thief's card on top, are the
thief's new pile. Two players who rob each other thus exchange piles, and three may rob
each other round the table.

*Protection* (``protect = true``) lasts while the owner still holds the matching card,
including the wave in which the owner uses it for a theft; after that it protects
nothing. "If you play a card that matches your own pile" is thus read as "while you hold
one", and the card may still be used to steal another pile. With ``protect = false``, a
robbed player who still holds the rank finds it on top of the thief's pile, and may take
that in the next wave like anybody else, with no priority over others who hold that
rank.

*A war* is fought by all players still in the game, not only those who tied. A player
with fewer than four cards, packet and pile together, cannot carry on: "A player who
runs out of cards during a war loses immediately". That player lays packet and pile, as
they lie, into the pot and is out. If one player is left, that player takes the pot and
lays nothing more. If none is left, the player with the most cards lays them too, takes
the pot and stays in; if several have equally many, the game is a draw, and each player
takes back the cards laid in the turn.

*The pot* is put on the pile stack by stack, in seat order from player 0, each player's
cards in the order laid; then the card chosen for the top (the first of equal ones)
changes places with the last. Only the top card matters for the play: a pile is shuffled
before it is played.

*Counting.* A turn is a round. An exchange is two ``steals``; ``cards_stolen`` are the
cards of the victims' piles. ``plays`` leaves out the cards used to steal and the
remaining cards of players who cannot carry on.

*Chance.* All of it comes from the stream ``PLAY``, in the order of events. Cards are
taken in seat order from player 0: by all players at the start of a turn, by the thieves
of each wave, and in a war by each player in turn, four cards each. A turned pile is
shuffled from the order in which its cards lie, the bottom one first, and the first card
of the shuffled list is the new top. With ``top = "random"``, one number below the size
of the pot is drawn when the pot is taken: the place of the top card in it. As packets
are shuffled again and again, no position proves that a game never ends, so ``cycle``
does not occur.
"""

from sim.games.packets.columns import WAR_COUNTS
from sim.games.packets.game import packet_game
from sim.games.steal_war.browser import IN_BROWSER
from sim.games.steal_war.rules import COLUMNS, StealWarRules
from sim.games.steal_war.table import StealWarTable
from sim.games.steal_war.vocabulary import VOCABULARY

SOURCE = """\
The cards
  "The basis is a normal game of War, in which wars consist of three cards played face down followed by one
  face up. The deck includes two jokers, which are the highest cards."
    jokers = 2
Piles
  "When cards are won, they are not added to the bottom of the winner's card supply but placed in a pile face
  up beside the player. Each player has a single face up pile. Newly won cards are added to the top of the pile
  and the winner can choose which of the new cards to place on top."
    top = "lowest", "highest" or "random"
  "As soon as a player's packet of face down cards runs out, the player's face-up pile is turned over and
  shuffled to make a new face-down packet of cards to play from."
Stealing
  "As players take cards from the top of their face down packet to play, they look at them before playing them.
  If the rank of your card matches the top card of an opponent's face-up pile, then instead of playing it
  normally you can use it to steal that pile. You put your card face up on top of the pile your are stealing
  and then take the whole of the stolen pile and place it on top of your own pile without changing the order
  of the cards. You then look at the next card from your face down packet and play it (or, in a game of more
  than 2 players, possibly steal another pile and play the next card)."
    a player who can steal does (least_loot = 1); of several piles the largest, then the next in seat order
  "If each player's card matches the top card of the other player's capture pile, they can both steal and the
  two capture piles are exchanged."
  "The three cards played face down during a war are not looked at and cannot be used to steal an opponent's
  pile, but the following card can be used to steal instead of competing to win the war if it matches an
  opponent's pile."
  "... there is the possibility for a pile that was stolen to be stolen back immediately if both players draw
  a card the is equal to the top card of one of the stacks."
    protect = false
  "The following rule is suggested as a solution: if you play a card that matches your own pile, it protects
  your pile from being stolen during that turn of play."
    protect = true
The end
  "A player who runs out of cards during a war loses immediately."
    with fewer than four cards, packet and pile together
  Of War: "The game continues until one player has all the cards and wins. This can take a long time."
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
    move_words="a card of each player, and for each steal",
    # A pile's inner order, which follows the seats, is lost when the pile is shuffled.
    seats_alike=lambda rules: rules.even_deal,
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
)
"""Steal War, as the registry lists it."""
