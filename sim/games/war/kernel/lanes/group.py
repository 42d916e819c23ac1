"""The numbers of a group of games in the code that is being generated: a vector for each field."""

from sim.games.war.kernel.lanes.layout import GAMES, place
from sim.kernels.llvm.memory import Memory
from sim.kernels.llvm.numbers import WORD, Number, integer, vector

NUMBERS, PAIRS_OF_BYTES = vector(16, GAMES), vector(8, 2 * GAMES)
_FIELD = 2 * GAMES  # the bytes of a vector, which is also how it is aligned


class Group:
    """The numbers of one group.

    ``row`` is the player or the level of a field with several rows.
    """

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def get(self, field: str, row: int = 0) -> Number:
        """The numbers of all games."""
        return self.memory.load(place(field, row=row), NUMBERS, _FIELD)

    def put(self, field: str, numbers: Number, row: int = 0) -> None:
        """Set the numbers of all games."""
        self.memory.store(place(field, row=row), numbers.seen_as(NUMBERS), _FIELD)

    def put_bits(self, field: str, bits: Number) -> None:
        """Set the field that has a bit for each game."""
        self.memory.store(place(field), bits.seen_as(integer(GAMES)), 2)

    def get_bytes(self, field: str) -> Number:
        """A field as bytes, two for each game."""
        return self.get(field).seen_as(PAIRS_OF_BYTES)

    def number(self, field: str, game: int, row: int = 0) -> Number:
        """The number of one game."""
        return self.memory.load(place(field, game, row), integer(16), 2)

    def index(self, field: str, game: int, row: int = 0) -> Number:
        """The number of one game as the index of a byte."""
        return self.number(field, game, row).widened(WORD)

    def of_two_games(self, field: str, game: int) -> Number:
        """The numbers of two neighbouring games as one of 32 bits."""
        return self.memory.load(place(field, game), integer(32), 4)

    def put_of_two_games(self, field: str, game: int, bits: Number) -> None:
        """Set the numbers of two neighbouring games to 32 bits."""
        self.memory.store(place(field, game), bits.seen_as(integer(32)), 4)
