"""Syrian War: its options, with the source's words.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter and names the option that each one became. The play itself, with its events
and with what was decided where the text is silent, is in
:mod:`sim.games.syrian_war.table`.
"""

from sim.games.packets.columns import WAR_COUNTS
from sim.games.packets.game import packet_game
from sim.games.syrian_war.browser import IN_BROWSER
from sim.games.syrian_war.rules import COLUMNS, SyrianWarRules
from sim.games.syrian_war.table import SyrianWarTable
from sim.games.syrian_war.vocabulary import VOCABULARY

SOURCE = """\
Playing
  "... the two players play alternately (rather than simultaneously), turning over the
  top card of their packet and adding it to the top of the face up play pile. In this
  game the Ace is the lowest card (below the 2) and the King is highest."
    lowest = 1, highest = 13
  "If the play pile was empty or the played card is lower than the previous top card of
  the pile, nothing happens and the next player plays their card."
  "If the card played is higher than the previous top card of the play pile, the player
  captures the whole play pile, turns it over and adds it to the bottom of their face
  down packet."
    captures; the first card laid will be played first
War
  "In a war, each player plays a number of cards determined by the rank of the card that
  caused the war - for example one card each for an Ace, 3 cards each for a 3, 8 each
  for an 8, and so on. A player who does not have enough cards plays all the cards they
  have and their opponent plays an equal number of cards."
  "We do not know for sure how many cards are turned in a war caused by two equal
  picture cards, for example Queen vs Queen. Probably in a war of picture cards each
  player plays 10 cards."
    picture = 10
  "Now each player turns the last card of their row face up, and whoever turned up the
  higher card takes all the cards from both rows and adds them to the bottom of their
  face down packet, but does not capture the cards in the play pile. The play then
  continues with the 'loser' of the war (the player who did not capture the cards),
  playing another card on top of the play pile."
    rows = "winner"; the text does not say in which order: pickup
  "We do not know what happens if the cards turned up at the end of a war are equal:
  maybe there is another war"
    war_tie = "again"
  "or maybe each player takes back the cards that they played in the war, and play
  continues with the opponent of the player who started the war."
    war_tie = "take-back"
  "Sultan Ratrout reports that by agreement some play that at the end of a war each
  player takes back their own row of cards and adds it to the bottom of their play
  packet. Apparently the loser of the war then plays the next card, which would mean
  that in this version it is an advantage to lose a war"
    rows = "own"
The end
  "Presumably as soon as a player runs out of cards - playing their last card without
  capturing the pile, that player is the loser of the game and the other player wins.
  Probably this applies even if the player's last card was equal to the previous card on
  the play pile, since the player has no cards with which to fight the war."
    ending "cards"; after a tie, ending "run-out"
"""


GAME = packet_game(
    name="syrian-war",
    title="Syrian War",
    summary="in turns, on one pile; a tie is a war of as many cards as the rank",
    rules=SyrianWarRules,
    own_columns=lambda rules: COLUMNS,
    table=SyrianWarTable,
    kernel="sim.games.syrian_war.kernel.block",
    source=SOURCE,
    seats_differ="player 0 lays the first card",
    histograms=("turns", "plays", "captures", *WAR_COUNTS, "winner_low"),
    paired=("turns", "plays", "captures"),
    # Cards are laid on the pile in turn, the rows of a war by both players at once.
    # ``plays`` has one player's cards of both kinds; the other player lays about half
    # of those on the pile (who loses a war may lay two in a row).
    moves=(("turns", 0.5),),
    move_words="each card laid on the pile and each pair of cards in a war",
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
)
"""Syrian War, as the registry lists it."""
