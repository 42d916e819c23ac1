"""Random damage to the files of a run: whatever happens to a file, a number is right or refused, never wrong."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from sim.errors import UserError
from sim.runs import open_run

HARMLESS, REFUSED = "the same numbers", "refused"


@dataclass(frozen=True)
class Answer:
    """Everything that a run tells: what was played, its counts and its rows."""

    title: str
    ledger: object
    tallies: pl.DataFrame
    rows: pl.DataFrame | None

    @classmethod
    def of(cls, path: Path) -> Answer:
        """Read a run; a damaged one is refused."""
        run = open_run(path)
        rows = run.games().collect() if run.scenario.keep_games else None
        return cls(run.scenario.title, run.status(), run.tallies(), rows)

    def same(self, other: Answer) -> bool:
        """Return whether another run tells exactly the same."""
        rows = self.rows is other.rows or (
            self.rows is not None and other.rows is not None and self.rows.equals(other.rows)
        )
        return (
            (self.title, self.ledger) == (other.title, other.ledger)
            and self.tallies.equals(other.tallies)
            and rows
        )


@dataclass
class Found:
    """What became of the damages."""

    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def flip_a_bit(data: bytearray, chance: random.Random) -> bytearray:
    """Turn one bit."""
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data


def change_a_byte(data: bytearray, chance: random.Random) -> bytearray:
    """Put another byte."""
    if data:
        data[chance.randrange(len(data))] = chance.randrange(256)
    return data


def truncate(data: bytearray, chance: random.Random) -> bytearray:
    """Lose the end, perhaps all."""
    return data[: chance.randrange(len(data) + 1)]


def zero_a_block(data: bytearray, chance: random.Random) -> bytearray:
    """Lose what lay on one block of the disk."""
    start = chance.randrange(len(data) + 1)
    size = min(chance.choice((8, 64, 512)), len(data) - start)
    data[start : start + size] = bytes(size)
    return data


def exchange(data: bytearray, chance: random.Random) -> bytearray:
    """Exchange two stretches of the same length."""
    size = min(chance.choice((1, 8, 64)), len(data) // 2)
    a, b = (chance.randrange(len(data) - size + 1) for _ in range(2))
    data[a : a + size], data[b : b + size] = data[b : b + size], data[a : a + size]
    return data


def insert(data: bytearray, chance: random.Random) -> bytearray:
    """Put some bytes in between."""
    place = chance.randrange(len(data) + 1)
    data[place:place] = chance.randbytes(chance.choice((1, 4, 100)))
    return data


def other_digits(data: bytearray, chance: random.Random) -> bytearray:
    """Replace a digit, as an editor would."""
    digits = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    if digits:
        data[chance.choice(digits)] = chance.choice(b"0123456789-")
    return data


CHANGES: tuple[Callable[[bytearray, random.Random], bytearray], ...] = (
    flip_a_bit,
    flip_a_bit,
    change_a_byte,
    truncate,
    zero_a_block,
    exchange,
    insert,
    other_digits,
)


def files(run: Path) -> list[Path]:
    """Return every file of a run that says something, by its path within it."""
    return sorted(
        path.relative_to(run) for path in run.rglob("*") if path.is_file() and not path.name.startswith(".")
    )


def damage(run: Path, others: list[Path], chance: random.Random) -> str:
    """Damage one file of a run, and say how."""
    names = files(run)
    manifest_or_tallies = [name for name in names if len(name.parts) == 1]
    # Most of the files are parts, but each kind gets its share.
    name = chance.choice(chance.choice((manifest_or_tallies, names)))
    kind = chance.random()
    if kind < 0.05:
        (run / name).unlink()
        return f"{name} removed"
    if kind < 0.10:
        other = chance.choice(names)
        content = (run / name).read_bytes()
        (run / name).write_bytes((run / other).read_bytes())
        (run / other).write_bytes(content)
        return f"{name} and {other} exchanged"
    if kind < 0.15:
        other_run = chance.choice(others)
        source = other_run / name
        if not source.is_file():
            source = other_run / chance.choice(files(other_run))
        (run / name).write_bytes(source.read_bytes())
        return f"{name} replaced by {source.relative_to(other_run.parent)}"
    change = chance.choice(CHANGES)
    (run / name).write_bytes(change(bytearray((run / name).read_bytes()), chance))
    return f"{name}: {change.__name__}"


def try_damages(
    whole: Path,
    others: list[Path],
    where: Path,
    trials: int,
    seed: int,
    more: Callable[[Path], None] | None = None,
) -> Found:
    """Damage copies of a run, one after the other, and look at what they tell.

    Parameters
    ----------
    whole, others
        The run, and other runs of which files get into its place.
    where
        A directory for the copies.
    trials, seed
        The number of damages, and what decides them.
    more
        What else must hold of a damaged copy: called with its path.
    """
    truth, found = Answer.of(whole), Found()
    for trial in range(trials):
        chance = random.Random(f"{seed} {trial}")
        copy = where / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(whole, copy)
        what = f"seed {seed}, damage {trial}: {damage(copy, others, chance)}"
        try:
            outcome = HARMLESS if Answer.of(copy).same(truth) else ""
        except UserError as error:
            line = str(error)
            outcome = REFUSED if "\n" not in line and str(copy) in line and "; " in line else ""
            what += f": {line}"
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a panic of polars is no Exception
            outcome, what = "", f"{what}: {type(error).__name__}: {error}"
        found.outcomes[outcome or "WRONG"] += 1
        if not outcome:
            found.wrong.append(what)
        elif more is not None:
            more(copy)
    return found
