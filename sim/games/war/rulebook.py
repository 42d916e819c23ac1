"""War, the classic game, for two to eight players: its options, with the source's words.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter and names the option that each one became. The play itself is in
:mod:`sim.games.war.table`, with what was decided where the text is silent; its events
are in :mod:`sim.games.packets.events`. No other game's rules belong here; a game that is
War with other defaults builds on these options and on the table.
"""

from sim.contract.hooks import Hooks
from sim.games.packets.columns import (
    ENDED_BEFORE,
    WAR_COUNTS,
)
from sim.games.packets.game import packet_game
from sim.games.war.browser import IN_BROWSER
from sim.games.war.rules import WarRules as WarRules
from sim.games.war.rules import columns_under
from sim.games.war.table import WarTable
from sim.games.war.vocabulary import VOCABULARY

SOURCE = """\
The game
  "Both players now turn their top card face up and put them on the table. Whoever
  turned the higher card takes both cards and adds them (face down) to the bottom of
  their packet."
    captured = "bottom"; the text does not say in which order: pickup
  "The tied cards stay on the table and both players play the next card of their pile
  face down and then another card face-up."
    face_down = 1
  "The game continues until one player has all the cards and wins. This can take a long
  time."
    max_rounds
Running out of cards in a war
  "If you don't have enough cards to complete the war, you lose. If neither player has
  enough cards, the one who runs out first loses. If both run out simultaneously, it's a
  draw."
    run_out = "lose"
  "If you run out of cards during a war, your last card is turned face up and is used
  for all battles in that war. If this happens to both players in a war and their last
  cards are equal, the game is a draw."
    run_out = "last-card"
  "If one player does not have enough cards for the war, all players play the same
  number of cards as the player who had fewest. If there is a war and one of the
  participants has no cards at all to play, that player loses."
    run_out = "fewest"
  "... some agree that the player with fewest cards should use all their cards while the
  other player plays the name [sic] number of cards. For example in a war where one player has
  only three cards and the other player more, each player will play just two cards face
  down and then one face up."
    run_out = "fewest", as in the example; all the cards left against the full number:
    run_out = "all-in"
Three or more players
  "Deal out as many as possible of the cards so that everyone has an equal number (17
  for 3 players, 13 for 4)."
    players
  "Note that all players take part in a war, not only the ones who had the highest
  cards."
    fighters = "all"
  "A player who runs out of cards drops out. The game goes on until only one player has
  cards, and that player wins."
    end = "last-standing"
  Of P'yanitsa: "In the other version, whoever loses all their cards first loses and is
  the drunkard"
    end = "first-out"
Variations
  "Many players play three face-down cards in a war rather than just one."
    face_down = 3
  "... two cards for a 2, three for a 3 and so on, 10 cards for a war caused by a Jack,
  Queen or King and 11 cards for a war over Aces."
    face_down = "rank"
  "Some add two jokers to the pack, in which case they count as the highest cards, above
  the aces."
    jokers = 2
  "... separate them from the pack before dividing it between the players and then
  burying one joker in each player's stack of cards."
    bury_jokers = true
  Of Steal War: "As soon as a player's packet of face down cards runs out, the player's
  face-up pile is turned over and shuffled to make a new face-down packet of cards to
  play from."
    captured = "pile-shuffled"
  Of P'yanitsa: "... puts them at the bottom of his pack face down in no particular
  order"
    pickup = "shuffled"
  Of P'yanitsa: "The ranking of the cards is from ace (high) down to six (low), except
  that a six beats an ace."
    low_beats_high = true
"""


def seats_alike(rules: WarRules) -> bool:
    """Whether moving the packets on by a seat moves the game on by a seat.

    Every rule is stated for any player; only ``pickup="seat"`` takes player 0's cards
    first, whoever has won. Shuffled pots and piles make the moved game equal in law.
    Named hands are those of certain seats, and a badly shuffled pack favours one of
    them.
    """
    return (
        rules.even_deal and "seat" not in rules.pickups and len({*rules.pickups}) == 1
    )


def continues(rules: WarRules) -> bool:
    """Whether the packets at the end of a round decide the rest, up to chance, as a deal would.

    A captured pile is not in the packets; of three or more players some may have
    dropped out; and the packets do not say how many rounds and wars there were.
    """
    return (
        rules.players == 2
        and rules.captured == "bottom"
        and not (rules.stop_after or rules.wars_to_win)
    )


def named(rules: WarRules) -> tuple[str, ...]:
    """The options on which sources and players of War do not agree."""
    where = "pickup" if rules.captured == "bottom" else "captured"
    return "face_down", "run_out", where


GAME = packet_game(
    name="war",
    title="War",
    summary="two to eight players; every run-out, pick-up and tie rule of the sources "
    "as an option; cycles proved",
    rules=WarRules,
    own_columns=columns_under,
    table=WarTable,
    kernel="sim.games.war.kernel.block",
    source=SOURCE,
    histograms=("rounds", "battles", "plays", *WAR_COUNTS, "winner_low"),
    paired=("rounds", "plays"),
    move_words="a card of each player, in wars too",
    seats_alike=seats_alike,
    continues=continues,
    in_browser=IN_BROWSER,
    more_columns=(ENDED_BEFORE,),
    vocabulary=VOCABULARY,
    hooks=Hooks(named=named),
)
"""War, as the registry lists it."""
