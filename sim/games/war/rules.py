"""The options of War and their checks.

:mod:`sim.games.war.rulebook` has the source's words.
"""

from dataclasses import dataclass

from sim.cards import JOKER
from sim.contract.columns import ENDING, STOPPED, Column
from sim.errors import UserError
from sim.games.packets.codes import PICKUPS
from sim.games.packets.columns import ENDED_BEFORE, PACKET_COLUMNS
from sim.games.packets.rules import PacketRules
from sim.options import choice, flag, whole
from sim.words import count_words

RUN_OUTS = ("lose", "last-card", "all-in", "fewest", "draw")
"""What becomes of players with too few cards for a war: the values of option
``run_out``."""

COMPARISONS = ("sum", "product", "difference")
"""What several cards of a player in a battle are worth: the values of option
``compare``."""

MOST_ROUNDS = 10_000_000
"""The most rounds that a game can be given."""

_TURNED = (
    "a pile that is turned over, not shuffled, is the same game as captured=bottom: "
    "the card captured first is laid "
    "first"
)
_BY_SUIT = (
    "ties broken by suit are a pack without equal ranks: lowest=1, highest=52, copies=1"
)


@dataclass(frozen=True, kw_only=True)
class WarRules(PacketRules):
    """The options of War."""

    same_as = (
        (
            frozenset({"turned", "turn", "turning", "unshuffled", "flipped", "flip"}),
            _TURNED,
        ),
        (frozenset({"suit", "suits"}), _BY_SUIT),
    )

    players: int = whole(
        2,
        2,
        8,
        "number of players",
        why='"Both players now turn their top card face up": the text describes two '
        "first, three and more in a section of their own",
    )
    face_down: int | str = whole(
        1,
        0,
        100,
        'number of cards each player lays face down in a war; "rank": as many as the '
        "tied rank, 10 for "
        "J Q K, 11 for an ace or joker",
        words=("rank",),
        why='"the next card of their pile face down and then another card face-up"',
    )
    run_out: str = choice(
        *RUN_OUTS,
        meaning="what happens when a player has too few cards for a war: the player "
        "loses; or their last card "
        "stands for all its battles; or they lay all they have, for one battle; or "
        "everyone lays only as "
        "many as the player with the fewest; or the game is a draw",
        why='"If you don\'t have enough cards to complete the war, you lose", the '
        "first of the text's alternatives",
    )
    pickup: str | tuple[str, ...] = choice(
        *PICKUPS,
        each=True,
        meaning="the order in which the pot goes under the winner's packet, the same "
        "for all players or one for "
        "each of them",
        why='ours: the text says "to the bottom of their packet", and not in which '
        "order. With a fixed order a game can be replayed by hand and proved "
        "endless. It makes games shorter than shuffling does, so every answer "
        "about length names it",
    )
    fighters: str = choice(
        "all",
        "tied",
        meaning="three or more players: all of them fight a war, or only those who tied",
        why='"all players take part in a war, not only the ones who had the highest'
        ' cards"',
    )
    captured: str = choice(
        "bottom",
        "pile-shuffled",
        meaning="captured cards go under the winner's packet, or to a pile that is "
        "shuffled to make a new "
        "packet when the player must lay a card and the packet is empty",
        why='"adds them (face down) to the bottom of their packet"',
    )
    low_beats_high: bool = flag(
        False,
        "the lowest rank beats the highest when both are face up in the same battle",
        why="the higher card takes both; `true` is P'yanitsa's rule",
    )
    end: str = choice(
        "last-standing",
        "first-out",
        meaning="three or more players: play until only one has cards, or until the "
        "end of the round in which "
        "the first player runs out; then the player with the most cards wins",
        why='"The game goes on until only one player has cards, and that player wins"',
    )
    max_rounds: int = whole(
        100_000,
        1,
        MOST_ROUNDS,
        "an undecided game is stopped after this many rounds",
        why="ours: far longer than games that end take (the longest of ten billion took "
        '5,766 rounds); "This can take a long time"',
    )
    cards_up: int = whole(
        1,
        1,
        3,
        "cards that each player turns up in a battle: 2 or 3 are addition war, and "
        "every war asks for as many",
        why='"turn their top card face up"; more is a house rule',
    )
    compare: str = choice(
        *COMPARISONS,
        meaning="what the cards of a player in a battle are worth when cards_up is 2 "
        "or 3: J 11, Q 12, K 13, A 14, a "
        "joker 15; the difference, of two cards, is the larger less the smaller",
        why="ours, and without effect with one card up: addition war adds",
    )
    draw: str = choice(
        "top",
        "random",
        meaning="every card laid is the top card of the packet, or a random card of the packet",
        why='"turn their top card"',
    )
    stop_after: int = whole(
        0,
        0,
        MOST_ROUNDS,
        "the player with the most cards wins after this many rounds, and equally many "
        "are a draw; 0: the game is not "
        "stopped",
        why='"until one player has all the cards"; an early end is a house rule',
    )
    wars_to_win: int = whole(
        0,
        0,
        MOST_ROUNDS,
        "the player who has won this many rounds with a war in them wins the game; 0: "
        "wars are not counted",
        why='"until one player has all the cards"; a number of wars is a house rule',
    )

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def deterministic(self) -> bool:
        """Whether nothing is left to chance after the deal.

        Then a position that comes again comes again for ever.
        """
        return (
            "shuffled" not in self.pickups
            and self.captured == "bottom"
            and self.draw == "top"
        )

    @property
    def proves_cycles(self) -> bool:
        """Whether a game that returns to a position ends as a cycle.

        It does not if it is stopped in any case.
        """
        return self.deterministic and not self.stop_after

    @property
    def excluded(self) -> frozenset[str]:
        """The endings that are known to be impossible under these rules."""
        found = super().excluded
        if self.run_out == "draw" or (
            self.run_out == "last-card" and self.players == 2
        ):
            found |= {"run-out"}
        if 0 < self.stop_after <= self.max_rounds:
            found |= {STOPPED}
        return found

    @property
    def pickups(self) -> tuple[str, ...]:
        """How each player picks up a pot."""
        return (
            (self.pickup,) * self.players
            if isinstance(self.pickup, str)
            else self.pickup
        )

    def check(self) -> None:
        """Refuse combinations of options that contradict each other."""
        super().check()
        self.check_cards(self.deck.top_rank)
        if self.low_beats_high and self.jokers:
            raise UserError(
                f"true with jokers = {self.jokers}",
                where="low_beats_high",
                cure="with jokers no rank is the highest: set only one of the two",
            )
        if len(self.pickups) != self.players:
            raise UserError(
                f"{count_words(len(self.pickups), 'value')} for {self.players} players",
                where="pickup",
                cure="give one value, or one for each player",
            )
        if self.draw == "random" and self.captured == "pile-shuffled":
            raise UserError(
                "'random' with captured = 'pile-shuffled'",
                where="draw",
                cure="a random card needs no shuffled pile: set only one of the two",
            )
        self._check_cards_up()

    def _check_cards_up(self) -> None:
        """Refuse options that do not go with several cards in a battle, or need them."""
        if self.cards_up == 1:
            if self.compare != "sum":
                cure = (
                    "set cards_up to 2"
                    if self.compare == "difference"
                    else "set cards_up to 2 or 3"
                )
                raise UserError(
                    f"{self.compare!r} with cards_up = 1", where="compare", cure=cure
                )
            return
        if self.compare == "difference" and self.cards_up > 2:
            raise UserError(
                f"'difference' with cards_up = {self.cards_up}",
                where="compare",
                cure="it is the difference of two cards: set cards_up to 2",
            )
        for option, value in (
            ("run_out", "lose"),
            ("face_down", "rank"),
            ("low_beats_high", True),
        ):
            given = getattr(self, option)
            if (given == value) != (option == "run_out"):
                cure = (
                    "leave it at 'lose'"
                    if option == "run_out"
                    else "several cards have no rank: leave it out"
                )
                raise UserError(
                    f"{given!r} with cards_up = {self.cards_up}",
                    where=option,
                    cure=cure,
                )

    def check_cards(self, highest: int) -> None:
        """Refuse ``face_down="rank"`` for a deck with ranks above the joker."""
        if self.face_down == "rank" and highest > JOKER:
            raise UserError(
                f"'rank' with cards up to {highest}",
                where="face_down",
                cure=f"'rank' works only for ranks up to {JOKER}; give a number",
            )


def columns_under(rules: WarRules) -> tuple[Column, ...]:
    """The outcome columns, with the endings that these rules allow."""
    if not (rules.stop_after or rules.wars_to_win):
        return PACKET_COLUMNS
    return tuple(
        ENDED_BEFORE if column.name == ENDING else column for column in PACKET_COLUMNS
    )
