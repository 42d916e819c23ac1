"""A module made of LLVM's object file: its functions exported, and what only linkers read left out.

An object file of WebAssembly is a module already, but for its exports. With one file
there is nothing to link: static data lies from address 0 on, and the offsets in the
code are right as they stand. The sections are those of the WebAssembly specification.
"""

from collections.abc import Iterator, Mapping

HEADER = 8
"""The bytes of the magic number and the version."""

CUSTOM, EXPORT, DATA_COUNT = 0, 7, 12
"""A section that engines skip, the exports, and the number of segments of static
data."""


def number(value: int) -> bytes:
    """An unsigned number as a module has it: seven bits a byte, the lowest first."""
    result = bytearray()
    while value > 127:
        result.append(value & 127 | 128)
        value >>= 7
    return bytes([*result, value])


def sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each section of a module."""
    at = HEADER
    while at < len(content):
        kind = content[at]
        size = 0
        shift = 0
        while True:
            at += 1
            size |= (content[at] & 127) << shift
            shift += 7
            if content[at] < 128:
                break
        yield kind, content[at + 1 : at + 1 + size]
        at += 1 + size


def module_of(content: bytes, exported: Mapping[str, int]) -> bytes:
    """The module of an object file.

    Parameters
    ----------
    content
        The object file.
    exported
        By the name under which a function is exported, its place among the functions of
        the file. It is the index in the module, too, if no function is imported; an
        engine refuses a module that imports one.

    Returns
    -------
    bytes
        A module that imports memory, the pointer to the stack and, where functions are
        called by address, a table.
    """
    exports = number(len(exported))
    for name, place in sorted(exported.items()):
        exports += number(len(name)) + name.encode() + b"\0" + number(place)
    kept = [
        section
        for section in sections(content)
        if section[0] not in (CUSTOM, DATA_COUNT)
    ]
    # Sections are in the order of their kinds.
    before = [kind for kind, _ in kept if kind < EXPORT]
    kept.insert(len(before), (EXPORT, exports))
    return content[:HEADER] + b"".join(
        bytes([kind]) + number(len(section)) + section for kind, section in kept
    )
