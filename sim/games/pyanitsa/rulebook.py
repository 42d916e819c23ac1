"""P'yanitsa, the Drunkard: the Russian War for two to four players.

Its options, with the source's words.

The text is Leo Broukhis' on John McLeod's page on War at pagat.com; ``SOURCE`` quotes
the sentences that matter. P'yanitsa is War with other defaults, played at War's table
(:mod:`sim.games.war.table`), whose decisions all hold here. Only the drunkard is added;
the events of the game decide who that is.

Decisions where the text is silent
----------------------------------
*Two options that follow others.* ``tie`` decides whether cards go face down, so
``face_down`` is 1 with ``"face-down"`` and 0 with ``"face-up"`` unless it is given; a
number that contradicts ``tie`` is refused. ``goal`` decides when the game is over, so
``end`` is ``"first-out"`` with ``"keep"`` ("whoever loses all their cards first loses")
and ``"last-standing"`` with ``"shed"`` ("the player who is left with all the cards at
the end") unless it is given.

*The six and the ace.* "if a six and an ace are played the six counts as the highest
card": with three or four players, this holds whatever else is played. "If you played
with 52 cards it would be the 2": it is always the deck's lowest rank that beats the
highest. A joker would rank above the ace, so ``low_beats_high`` must be false in a deck
with jokers.

*Running out in a tie.* The text does not say; War's ``run_out`` applies, by default
``"lose"``.

*A game that ends before anybody is out* (``stop_after``, ``wars_to_win``): with
``"keep"``, the drunkard is the player besides the winner who holds the fewest cards, of
several the one in the lowest seat; if nobody wins, there is none.

*Who is the drunkard.* With ``"keep"``, the first player without cards, packet and pile
together; if several run out in the same round, the one in the lowest seat. The drunkard
is known as soon as that happens, even if nobody wins: when two other players then hold
equally many cards, the game is a draw (``winner`` -1), and there is a drunkard all the
same. With ``"shed"``, the winner of the cards is the drunkard; with ``end="first-out"``
that is the player who holds the most. A ``drunkard`` of -1 means that the game was
drawn, and -2 that it did not finish; with ``"keep"``, only if nobody had run out of
cards before.
"""

from sim.contract.events import NOBODY, Outcome, Settled
from sim.games.packets.game import packet_game
from sim.games.pyanitsa.browser import IN_BROWSER
from sim.games.pyanitsa.rules import DRUNKARD, PyanitsaRules
from sim.games.pyanitsa.vocabulary import VOCABULARY
from sim.games.war import rulebook as war
from sim.games.war.rules import columns_under
from sim.games.war.table import WarTable

SOURCE = """\
The game
  "2, although 3 or 4 is not unheard of."
    players
  "36 cards - A-K-Q-J-10-9-8-7-6 of each suit. It would be possible, but unusual, to use
  a 52 card deck."
    lowest = 6; lowest = 2
  "All the cards are dealt face down evenly to the players, who hold the cards as packs,
  still face down."
  "Whoever has placed the highest rank card wins the trick, collects the cards on the
  table, and puts them at the bottom of his pack face down in no particular order."
    captured = "bottom", pickup = "shuffled"
  "The ranking of the cards is from ace (high) down to six (low), except that a six
  beats an ace. In other words, if a six and an ace are played the six counts as the
  highest card and wins the trick, but if a six is played an no one played an ace the
  six counts as lowest. (If you played with 52 cards it would be the 2, not the 6, that
  would beat the ace.)"
    low_beats_high = true
Ties
  "everybody puts a new card face up on top of the card they played the previous trick,
  or"
    tie = "face-up", fighters = "all"
  "everybody puts a new card face down on top of the card they played the previous
  trick, then a card face up. It must be agreed beforehand which of these two methods
  will be used."
    tie = "face-down", fighters = "all"
  "In either case whoever plays the highest of the new face-up cards wins the trick, or
  if there is a tie the process is repeated."
The end and the drunkard
  "There are two versions: in one the aim is to avoid collecting all the cards; in the
  other it is the opposite - not to run out of cards"
    goal
  "In one version the loser is the player who is left with all the cards at the end.
  This is the drunkard ("had
  all the booze")."
    goal = "shed", end = "last-standing"
  "In the other version, whoever loses all their cards first loses and is the drunkard
  ("spent all the money")."
    goal = "keep", end = "first-out"
"""


class PyanitsaTable(WarTable):
    """One game of P'yanitsa while it is being played.

    Attributes
    ----------
    rules
        The options of the game.
    first_out
        The first player without cards; None while all have some.
    """

    rules: PyanitsaRules
    first_out: int | None = None

    def _settle(self) -> Settled:
        held = self._cards_held()
        if self.first_out is None and 0 in held:
            self.first_out = held.index(0)
        return super()._settle()

    def _cards_held(self) -> list[int]:
        """How many cards each player has."""
        return [self._held(player) for player in range(len(self.packets))]

    def _outcome(self, winner: int, ending: str, why: str, **more: int) -> Outcome:
        drunkard = self._drunkard(winner)
        end = super()._outcome(winner, ending, why, **more, drunkard=drunkard)
        named = (
            f"player {drunkard} is the drunkard"
            if drunkard > NOBODY
            else "nobody is the drunkard"
        )
        return Outcome(end.row, f"{end.story}; {named}")

    def _drunkard(self, winner: int) -> int:
        """The drunkard, or the code for nobody.

        Who that is follows from the first player without cards, or from what all hold.
        """
        if self.rules.goal == "keep" and self.first_out is not None:
            return self.first_out
        if self.rules.goal == "keep" and winner > NOBODY:
            held = enumerate(self._cards_held())
            return min((cards, seat) for seat, cards in held if seat != winner)[1]
        return winner


GAME = packet_game(
    name="pyanitsa",
    title="P'yanitsa (Drunkard)",
    summary="the six beats the ace; the drunkard is the player who loses, or who wins, "
    "all the cards",
    rules=PyanitsaRules,
    own_columns=lambda rules: (*columns_under(rules), DRUNKARD),
    table=PyanitsaTable,
    kernel="sim.games.pyanitsa.kernel",
    source=SOURCE,
    histograms=war.GAME.histograms,
    tables=(*war.GAME.tables, ("drunkard", "winner")),
    paired=war.GAME.paired,
    move_words=war.GAME.move_words,
    seats_alike=war.GAME.seats_alike,
    continues=war.GAME.continues,
    more_columns=war.GAME.more_columns,
    in_browser=IN_BROWSER,
    vocabulary=VOCABULARY,
)
"""P'yanitsa, as the registry lists it."""
