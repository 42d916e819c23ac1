"""War, the classic game, for two to eight players: its options, with the source's words, and its decisions.

The text is John McLeod's page on War at pagat.com; ``SOURCE`` quotes the sentences that decide and names
the option that each one became. The play itself is in :mod:`sim.games.war_table`, what it tells in
:mod:`sim.games.war_events`. No other game's rules may come in here; a game that is War with other defaults
builds on these options and on the table.

Decisions where the text is silent
----------------------------------
The same algorithm serves every number of players: with two it comes down to the text's two-player rules.

*Who is in a war.* With ``fighters="all"`` everybody who had cards when the round began and has not dropped
out since; with ``"tied"`` those who tie now, so that each further tie narrows the circle; whoever leaves it
so keeps the cards of his packet. The rank of a war is the tied one, also where ``low_beats_high`` made it
the best.

*The order of laying.* In a battle that opens a round, and in each war, cards are laid once round the table
from player 0 on, each player laying all of his cards, or his rest, before the next. Piles are turned in
that order.

*Who cannot carry on.* Under ``"lose"`` who has fewer cards than the war asks; under ``"all-in"`` and
``"fewest"`` who has none; under ``"last-card"`` nobody, as long as anybody in the war has a card to play:
who has none stands on the card that he turned up last. Who cannot carry on lays his rest into the pot and
is out; if one player is left in the war, he takes the pot and lays nothing more. When nobody can carry on:

- if others outside the war (``fighters="tied"``) still have cards, those in the war lay their rest and
  are out; then each of the others turns up one card, with none face down, for the next battle of the same
  round; a single one takes the pot. This holds under all four ``run_out`` rules. A tie before
  such a battle counts as a war.
- else the one with most cards left lays them too and takes the pot; several with equally many draw the
  game. (Two players, both too poor: the one with fewer runs out first and loses.)

*The poorest fighter* of ``"fewest"`` is the poorest of those in the war who still have a card; never more
cards are laid than the war asks.

*A pot that decides the game* is taken like any other, the rest of those who cannot carry on in it. In a
drawn war each takes back what he laid in the round, so that no card is lost; nothing more depends on it.

*Counting.* ``plays`` leaves out the rest that a player lays who cannot carry on, also the rest of the one
who then takes the pot. ``aces`` counts rank 14 in every deck; a card of rank 1 is a 1 here.

*The end.* Whoever has cards when nobody else has wins. With ``end="first-out"`` the game ends with the
round that leaves anybody without cards, packet and pile together; its ``ending`` is how the last pot was
taken, or ``draw`` when several hold equally many. With two players both values are the same game. A cycle
is looked for after a round that does not end the game, and before the cap.

*Chance.* A pot of two cards in a game of two players, picked up ``"shuffled"``, lies in the order of the
round's coin (true: player 0's card first); every other shuffled pot is put winner-first and then shuffled.
A pile is shuffled from the order in which its cards were captured; the first of the shuffled list is the
new top.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.cards import JOKER, parse_cards, remove_cards
from sim.errors import UserError
from sim.games.base import DeckRules, Event, Game
from sim.games.columns import PACKET_COLUMNS, PACKET_DEALT, packet_predictions
from sim.games.war_table import WarTable
from sim.options import choice, flag, whole, whole_or
from sim.rng import Chance

SOURCE = """\
The game
  "Both players now turn their top card face up and put them on the table. Whoever turned the higher card
  takes both cards and adds them (face down) to the bottom of their packet."
    captured = "bottom"; in which order, the text does not say: pickup
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
    run_out = "fewest", by the example; all that is left against the full number: run_out = "all-in"
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


@dataclass(frozen=True, kw_only=True)
class WarRules(DeckRules):
    """The options of War."""

    players: int = whole(2, 2, 8, "how many play")
    face_down: int | str = whole_or(
        1,
        0,
        100,
        ("rank",),
        'cards that each player lays face down in a war; "rank": as many as the tied rank, 10 for J Q K, 11 '
        "for an ace or joker",
    )
    run_out: str = choice(
        "lose",
        "last-card",
        "all-in",
        "fewest",
        meaning="a player has too few cards for a war: he loses, his last card stands for all its battles, "
        "he lays all he has for one battle, or everybody lays as few as the poorest",
    )
    pickup: str = choice(
        "winner-first",
        "loser-first",
        "latest-first",
        "seat",
        "shuffled",
        meaning="the order in which the pot goes under the winner's packet",
    )
    fighters: str = choice(
        "all", "tied", meaning="three or more players: who plays on in a war, all of them or only the tied"
    )
    captured: str = choice(
        "bottom",
        "pile-shuffled",
        meaning="captured cards go under the packet, or to a pile that is shuffled into a new packet when "
        "the player must lay a card and his packet is empty",
    )
    low_beats_high: bool = flag(
        False, "the deck's lowest rank beats its highest when both are face up in the same battle"
    )
    end: str = choice(
        "last-standing",
        "first-out",
        meaning="three or more players: play to one survivor, or finish the round in which the first player "
        "is out; then most cards wins",
    )
    max_rounds: int = whole(100_000, 1, 10_000_000, "the round after which an undecided game is given up")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance after the deal: a position that comes again comes for ever."""
        return self.pickup != "shuffled" and self.captured == "bottom"

    def check(self) -> None:
        """Refuse combinations of options that contradict each other.

        Raises
        ------
        UserError
            If they do.
        """
        check_deal(self)
        if self.face_down == "rank" and self.deck.top_rank > JOKER:
            raise UserError(
                f"'rank' with highest = {self.highest}",
                where="face_down",
                cure=f"cards are counted by rank only up to {JOKER}; give a number",
            )
        if self.low_beats_high and self.jokers:
            raise UserError(
                f"true with jokers = {self.jokers}",
                where="low_beats_high",
                cure="with jokers no rank is highest: leave out one",
            )


def check_deal(rules: DeckRules) -> None:
    """Refuse a deck, buried jokers or named hands that cannot be dealt to the players.

    Raises
    ------
    UserError
        If they cannot.
    """
    deck, seats = rules.deck, rules.seats
    if rules.bury_jokers and deck.jokers != seats:
        raise UserError(
            f"true with {deck.jokers} jokers for {seats} players",
            where="bury_jokers",
            cure=f"every packet gets one joker: set jokers = {seats}",
        )
    if rules.hands is not None:
        _check_hands(rules, rules.hands)
    elif deck.size < seats:
        raise UserError(f"{deck.size} cards for {seats} players", cure="a deck has a card for every player")


def _check_hands(rules: DeckRules, hands: Sequence[str]) -> None:
    if rules.bury_jokers:
        raise UserError(
            "hands with bury_jokers", where="hands", cure="name the jokers in the hands, or bury them"
        )
    if len(hands) != rules.seats:
        raise UserError(
            f"{len(hands)} texts for {rules.seats} players",
            where="hands",
            cure='one for each player, "*rest" for an even share of what is left',
        )
    named = [hand for hand in hands if hand.strip() != "*rest"]
    try:
        left = remove_cards(rules.deck.cards(), (card for hand in named for card in parse_cards(hand)))
    except UserError as error:
        raise error.at("hands") from None
    if not all(map(str.strip, named)) or len(left) < len(hands) - len(named):
        raise UserError("a player without a card", where="hands", cure="every player needs at least one")


def tell(rules: WarRules, packets: Sequence[Sequence[int]], seed: int, number: int) -> Iterator[Event]:
    """Play one game of War and tell what happens.

    Parameters
    ----------
    rules
        The rules played by.
    packets
        Each player's cards, top first.
    seed, number
        The seed of the run and the number of the game: where in-play chance comes from.

    Yields
    ------
    Event
        The deal, everything laid and taken, a :class:`~sim.games.base.Settled` after the deal and
        after every round, and at last the :class:`~sim.games.base.Outcome`.
    """
    return WarTable(rules, packets, Chance(seed, number)).play()


GAME = Game(
    name="war",
    title="War",
    rules=WarRules,
    columns=lambda rules: PACKET_COLUMNS,
    tell=tell,
    kernel="sim.kernels.war",
    source=SOURCE,
    histograms=(
        "rounds",
        "battles",
        "plays",
        "wars",
        "single_wars",
        "double_wars",
        "triple_wars",
        "longer_wars",
        "winner_low",
    ),
    tables=(("winner", "ending"), ("winner", "aces"), ("winner", "rank_sum"), ("winner", "winner_low")),
    paired=("rounds", "plays"),
    predictions=lambda rules: packet_predictions(rules.face_down),
    dealt=PACKET_DEALT,
)
"""War, for the registry."""
