"""War, the classic game, for two to eight players: its options, with the source's words, and its decisions.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that
matter and names the option that each one became. The play itself is in
:mod:`sim.games.war.table`, its events in :mod:`sim.games.packets.events`. No other
game's rules belong here; a game that is War with other defaults builds on these options
and on the table.

Decisions where the text is silent
----------------------------------
The same procedure serves any number of players; with two it reduces to the text's
two-player rules.

*Who is in a war.* With ``fighters="all"``, every player who had cards when the round
began and has not dropped out since; with ``"tied"``, only the players who tie now, so
that each further tie can leave fewer of them. A player who is no longer in the war
keeps the cards of their packet. The rank of a war is the tied rank, even where it is
the best only because of ``low_beats_high``.

*The order of laying.* In the first battle of a round, and in each war, the players lay
their cards in turn, once round the table from player 0, each finishing before the next
begins. Piles are turned in that order.

*Who cannot carry on.* Under ``"lose"``, a player with fewer cards than the war asks
for; under ``"all-in"`` and ``"fewest"``, a player with no cards; under ``"last-card"``,
nobody, as long as anybody in the war has a card to play: a player without one lets the
card turned up last stand. A player who cannot carry on lays all their remaining cards
into the pot and is out. If one player is left in the war, that player takes the pot and
lays nothing more. When nobody can carry on:

- if players outside the war (``fighters="tied"``) still have cards, those in the war
  lay all their remaining cards and are out. Each of the others then turns up one card,
  with none face down, for the next battle of the same round; if there is only one, that
  player takes the pot. This holds under every ``run_out`` but ``"draw"``. A tie before
  such a battle counts as a war.
- otherwise the player with the most cards left lays them too and takes the pot; if
  several have equally many, the game is a draw. (With two players who both have too
  few, the one with fewer runs out first and loses.)

*A drawn war.* Under ``"draw"``, a rule of programming puzzles, the game is a draw as
soon as a war asks for more cards than some player in it has, also one who has no card
left; players outside the war are not asked.

*The fewest cards* of ``"fewest"`` are those of the poorest player in the war who still
has a card; the players never lay more than the war asks for.

*A pot that decides the game* is taken like any other, with the remaining cards of
players who cannot carry on in it. In a drawn war each player takes back the cards laid
in the round, so that no card is lost; nothing else depends on it.

*Counting.* ``plays`` leaves out the remaining cards laid by players who cannot carry
on, including those of a player who then takes the pot. ``aces`` counts rank 14 in every
deck; a card of rank 1 is a 1 here.

*The end.* The last player with cards wins. With ``end="first-out"`` the game ends with
the round that leaves any player without cards, packet and pile together; its ``ending``
is how the last pot was taken, or ``draw`` if several players hold the most cards. With
two players both values give the same game. A cycle is looked for after each round that
does not end the game, before the cap.

*Chance.* In a game of two players, a pot of two cards picked up ``"shuffled"`` is put
in order by the round's coin (true: player 0's card first); every other shuffled pot is
first put in winner-first order and then shuffled. A pile is shuffled from the order in
which its cards were captured; the first card of the shuffled list is the new top.

*House rules* come from what people ask, not from the source; by default there are none.

*Several cards in a battle* (``cards_up``, ``compare``). A battle asks for ``cards_up``
cards from each player, a war for ``face_down`` and ``cards_up`` more; with the default
of 1, all is as above. A player who has too few cards for the first battle of a round
cannot carry on, as in a war. If nobody fights then, the round counts, with no battle
and no play. Players outside a war who fight on for its pot turn up ``cards_up`` cards,
and who of them has too few cannot carry on, either.

*Random cards* (``draw="random"``). Every card laid, also one that goes face down or
into the pot of a player who cannot carry on, is any card of the packet with equal
chance: one number below the cards left in it, from the stream ``PLAY`` of the game
(:mod:`sim.rng`), counts from the top, and the cards above close the gap. Pots go under
the packet winner-first whatever ``pickup`` says, since the order of a packet then means
nothing.

*A pick-up for each player* (``pickup="winner-first,shuffled"``, or a list). The player
who takes a pot picks it up in their own way.

*Early ends* (``stop_after``, ``wars_to_win``). A round counts for ``wars_to_win`` if it
has a war, a tie that is followed by another battle, whoever else ran out in it. After a
round the endings are tried in this order: the last pot (``cards``, ``run-out``,
``draw``), ``wars``, ``stopped``, ``cycle``, ``cap``. A position comes again only if the
wars won are the same, too; a game with ``stop_after`` never ends as a cycle. If several
have the most cards when a game is stopped, nobody wins (``winner`` -1), and its ending
is ``stopped`` all the same.
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
  "Both players now turn their top card face up and put them on the table. Whoever turned the higher card
  takes both cards and adds them (face down) to the bottom of their packet."
    captured = "bottom"; the text does not say in which order: pickup
  "The tied cards stay on the table and both players play the next card of their pile face down and then
  another card face-up."
    face_down = 1
  "The game continues until one player has all the cards and wins. This can take a long time."
    max_rounds
Running out of cards in a war
  "If you don't have enough cards to complete the war, you lose. If neither player has enough cards, the
  one who runs out first loses. If both run out simultaneously, it's a draw."
    run_out = "lose"
  "If you run out of cards during a war, your last card is turned face up and is used for all battles in
  that war. If this happens to both players in a war and their last cards are equal, the game is a draw."
    run_out = "last-card"
  "If one player does not have enough cards for the war, all players play the same number of cards as the
  player who had fewest. If there is a war and one of the participants has no cards at all to play, that
  player loses."
    run_out = "fewest"
  "... some agree that the player with fewest cards should use all their cards while the other player
  plays the name number of cards. For example in a war where one player has only three cards and the other
  player more, each player will play just two cards face down and then one face up."
    run_out = "fewest", as in the example; all the cards left against the full number: run_out = "all-in"
Three or more players
  "Deal out as many as possible of the cards so that everyone has an equal number (17 for 3 players, 13
  for 4)."
    players
  "Note that all players take part in a war, not only the ones who had the highest cards."
    fighters = "all"
  "A player who runs out of cards drops out. The game goes on until only one player has cards, and that
  player wins."
    end = "last-standing"
  Of P'yanitsa: "In the other version, whoever loses all their cards first loses and is the drunkard"
    end = "first-out"
Variations
  "Many players play three face-down cards in a war rather than just one."
    face_down = 3
  "... two cards for a 2, three for a 3 and so on, 10 cards for a war caused by a Jack, Queen or King and
  11 cards for a war over Aces."
    face_down = "rank"
  "Some add two jokers to the pack, in which case they count as the highest cards, above the aces."
    jokers = 2
  "... separate them from the pack before dividing it between the players and then burying one joker in
  each player's stack of cards."
    bury_jokers = true
  Of Steal War: "As soon as a player's packet of face down cards runs out, the player's face-up pile is
  turned over and shuffled to make a new face-down packet of cards to play from."
    captured = "pile-shuffled"
  Of P'yanitsa: "... puts them at the bottom of his pack face down in no particular order"
    pickup = "shuffled"
  Of P'yanitsa: "The ranking of the cards is from ace (high) down to six (low), except that a six beats an
  ace."
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
    seats_alike=seats_alike,
    continues=continues,
    in_browser=IN_BROWSER,
    more_columns=(ENDED_BEFORE,),
    vocabulary=VOCABULARY,
    hooks=Hooks(named=named),
)
"""War, as the registry lists it."""
