"""Words for numbers: of things, games, bytes and seconds."""


def count_words(number: int, noun: str) -> str:
    """A number of things in words, such as "1,000 rows".

    Parameters
    ----------
    number
        How many.
    noun
        What they are, in the singular.
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def games_words(games: int) -> str:
    """A number of games in words.

    Parameters
    ----------
    games
        The number of games.
    """
    return count_words(games, "game")


def numbers_words(first: int, last: int) -> str:
    """The numbers of games in words, from the first to the last one.

    Parameters
    ----------
    first, last
        The numbers of the first and of the last game.
    """
    return f"number {first:,}" if first == last else f"numbers {first:,} to {last:,}"


def size_words(size: float) -> str:
    """A number of bytes in words.

    Parameters
    ----------
    size
        The number of bytes.
    """
    for unit, unit_size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size >= unit_size:
            number = size / unit_size
            return f"{number:.1f} {unit}" if number < 10 else f"{number:,.0f} {unit}"
    return f"{size:.0f} bytes"


def time_words(seconds: float) -> str:
    """A time as people read it."""
    if seconds < 0.01:
        return "< 0.01 s"
    if seconds < 10:
        return f"{seconds:.2g} s" if seconds < 1 else f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    if seconds >= 48 * 3600:
        return f"{seconds / 86400:.1f} days"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes:02d} min"
