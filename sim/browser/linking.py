"""A module made of LLVM's object file: its functions exported, and what only linkers read left out.

An object file of WebAssembly is a module already, but for its exports: names and addresses are in the sections
``linking`` and ``reloc.…``, which nothing that runs a module reads. With one file there is nothing to link: static data
lies from address 0 on, and the offsets in the code are right as they stand. The formats are those of the WebAssembly
specification and of ``tool-conventions/Linking.md``.
"""

from collections.abc import Iterator, Mapping

HEADER = 8
"""The bytes of the magic number and the version."""

CUSTOM, EXPORT, DATA, DATA_COUNT = 0, 7, 11, 12
"""A section that engines skip, and those of the exports, of the data and of the number of its segments."""

SYMBOL_TABLE, FUNCTION = 8, 0
"""In ``linking`` the table of symbols, and there a function."""

AFTER_EXPORTS = (8, 9, 10)
"""The sections that follow the exports: start, elements and code."""

UNDEFINED, NAMED, LOCAL = 16, 64, 2
"""Flags of a symbol: it is imported, it has a name of its own all the same, it is not seen from outside."""


class Reader:
    """The bytes of a section, read from front to end.

    Parameters
    ----------
    content
        The bytes.
    """

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def __bool__(self) -> bool:
        return self.at < len(self.content)

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.content[self.at - 1]

    def number(self) -> int:
        """The next unsigned number, seven bits a byte."""
        result = shift = 0
        while True:
            byte = self.byte()
            result |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return result

    def signed(self) -> int:
        """The next signed number, seven bits a byte."""
        begin = self.at
        value, bits = self.number(), 7 * (self.at - begin)
        return value - (1 << bits) if value >> (bits - 1) else value

    def take(self, size: int) -> bytes:
        """The next bytes."""
        self.at += size
        return self.content[self.at - size : self.at]

    def text(self) -> str:
        """The next text, whose length comes first."""
        return self.take(self.number()).decode()


def number(value: int) -> bytes:
    """An unsigned number as a module has it."""
    result = bytearray()
    while value > 127:
        result.append(value & 127 | 128)
        value >>= 7
    return bytes([*result, value])


def sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each section of a module."""
    reader = Reader(content[HEADER:])
    while reader:
        kind = reader.byte()
        yield kind, reader.take(reader.number())


def defined_functions(linking: Reader) -> Iterator[tuple[str, int]]:
    """Yield the name and the index of each function that is seen from outside, from the section ``linking``."""
    linking.number()  # the version of the format
    while linking:
        kind = linking.byte()
        table = Reader(linking.take(linking.number()))
        if kind == SYMBOL_TABLE:
            for _ in range(table.number()):
                symbol = _symbol(table)
                if symbol is not None:
                    yield symbol


def _symbol(table: Reader) -> tuple[str, int] | None:
    """The next symbol's name and index if it is a function that is seen from outside."""
    kind, flags = table.byte(), table.number()
    if kind == 1:  # data: a name and, if it is here, where it lies
        table.text()
        for _ in range(0 if flags & UNDEFINED else 3):
            table.number()
        return None
    index = table.number()
    if kind == 3:  # a section has no name
        return None
    name = table.text() if not flags & UNDEFINED or flags & NAMED else ""
    is_seen = kind == FUNCTION and not flags & (UNDEFINED | LOCAL)
    return (name, index) if is_seen else None


def data_segments(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield where each segment of static data lies, and its bytes, but for those that are all zero, as memory is."""
    for kind, section in sections(content):
        if kind != DATA:
            continue
        reader = Reader(section)
        for _ in range(reader.number()):
            assert reader.take(2) == b"\0\x41"  # in memory 0, at a constant
            place = reader.signed()
            reader.byte()  # the end of the expression
            segment = reader.take(reader.number())
            if any(segment):
                yield place, segment


def data_places(content: bytes) -> list[range]:
    """The places in memory of static data other than zeros."""
    return [
        range(place, place + len(segment)) for place, segment in data_segments(content)
    ]


def _data_section(content: bytes) -> bytes:
    """The section of static data without zeros."""
    segments = list(data_segments(content))
    body = number(len(segments))
    for place, segment in segments:
        # A constant of five bytes may have its sign in the last one.
        at = bytes(place >> shift & 127 | 128 for shift in (0, 7, 14, 21)) + b"\0"
        body += b"\0\x41" + at + b"\x0b" + number(len(segment)) + segment
    return body


def module_of(content: bytes, exported: Mapping[str, str]) -> bytes:
    """The module of an object file.

    Parameters
    ----------
    content
        The object file.
    exported
        The names under which functions are exported, by their names in the file.

    Returns
    -------
    bytes
        A module that imports memory, the pointer to the stack and, where functions are called by address, a table.
    """
    exports: dict[str, int] = {}
    for kind, section in sections(content):
        reader = Reader(section)
        if kind == CUSTOM and reader.text() == "linking":
            exports = {exported[name]: at for name, at in defined_functions(reader)}
    body = number(len(exports))
    for name, index in sorted(exports.items()):
        body += number(len(name)) + name.encode() + b"\0" + number(index)
    result, is_written = bytearray(content[:HEADER]), False
    for kind, section in sections(content):
        if kind in (CUSTOM, DATA_COUNT):
            continue
        if kind in AFTER_EXPORTS and not is_written:
            result += bytes([EXPORT]) + number(len(body)) + body
            is_written = True
        kept = _data_section(content) if kind == DATA else section
        result += bytes([kind]) + number(len(kept)) + kept
    return bytes(result)
