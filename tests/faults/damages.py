"""Random damage to the files of a run: whatever happens to a file, a number is right or refused, never wrong."""

import random
import shutil
from contextlib import contextmanager
from dataclasses import dataclass

import polars as pl

from sim.errors import UserError
from sim.runs import open_run, run
from sim.runs.verification import repair_run
from tests.faults.trials import Trial
from tests.support.toy_game import content, toy_scenario

HARMLESS, REFUSED, WRONG = "the same numbers", "refused", "WRONG"


@dataclass(frozen=True)
class Answer:
    """Everything that a run tells: what was played, its counts and its rows."""

    title: str
    ledger: object
    tallies: pl.DataFrame
    rows: pl.DataFrame | None

    @classmethod
    def of(cls, path):
        """Read a run; a damaged one is refused."""
        run = open_run(path)
        rows = run.games().collect() if run.scenario.keep_games else None
        return cls(run.scenario.title, run.status(), run.tallies(), rows)

    def same(self, other):
        """Return whether another run tells exactly the same."""
        rows = self.rows is other.rows or (
            self.rows is not None
            and other.rows is not None
            and self.rows.equals(other.rows)
        )
        return (
            (self.title, self.ledger) == (other.title, other.ledger)
            and self.tallies.equals(other.tallies)
            and rows
        )


def flip_a_bit(data, chance):
    """Turn one bit."""
    if data:
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data


def truncate(data, chance):
    """Lose the end, perhaps all."""
    return data[: chance.randrange(len(data) + 1)]


def zero_a_block(data, chance):
    """Lose what lay on one block of the disk."""
    start = chance.randrange(len(data) + 1)
    size = min(chance.choice((8, 64, 512)), len(data) - start)
    data[start : start + size] = bytes(size)
    return data


def insert(data, chance):
    """Put some bytes in between."""
    place = chance.randrange(len(data) + 1)
    data[place:place] = chance.randbytes(chance.choice((1, 4, 100)))
    return data


def other_digits(data, chance):
    """Replace a digit, as an editor would."""
    digits = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    if digits:
        data[chance.choice(digits)] = chance.choice(b"0123456789-")
    return data


CHANGES = (
    flip_a_bit,
    flip_a_bit,
    truncate,
    zero_a_block,
    insert,
    other_digits,
)


def files(run):
    """Return every file of a run that says something, by its path within it."""
    return sorted(
        path.relative_to(run)
        for path in run.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    )


def damage(run, others, chance):
    """Damage one file of a run, and return which, and how."""
    names = files(run)
    manifest_or_tallies = [name for name in names if len(name.parts) == 1]
    # Most of the files are parts, but each kind gets its share.
    name = chance.choice(chance.choice((manifest_or_tallies, names)))
    kind = chance.random()
    if kind < 0.05:
        (run / name).unlink()
        return name, "removed"
    if kind < 0.10:
        other = chance.choice(names)
        content = (run / name).read_bytes()
        (run / name).write_bytes((run / other).read_bytes())
        (run / other).write_bytes(content)
        return name, f"exchanged with {other}"
    if kind < 0.15:
        other_run = chance.choice(others)
        source = other_run / name
        if not source.is_file():
            source = other_run / chance.choice(files(other_run))
        (run / name).write_bytes(source.read_bytes())
        return name, f"replaced by {source.relative_to(other_run.parent)}"
    change = chance.choice(CHANGES)
    (run / name).write_bytes(change(bytearray((run / name).read_bytes()), chance))
    return name, change.__name__.replace("_", " ")


@contextmanager
def damages(where, seed, repair_each=4):
    """Yield what damages copies of a run, looks at what they tell, and repairs one in ``repair_each`` if it can."""
    whole, others = runs(where)
    truth = Answer.of(whole)
    # With the record of another run it becomes that run.
    sound = [(content(one), Answer.of(one)) for one in (whole, *others)]

    def play(number):
        chance = random.Random(f"{seed} {number}")
        copy = where / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(whole, copy)
        name, how = damage(copy, others, chance)
        told, wrong = _told(copy, truth)
        if not wrong and number % repair_each == 0:
            told, wrong = _repaired(copy, sound, told)
        kind = name.name if len(name.parts) == 1 else "a part"
        return [
            Trial(
                kind,
                "",
                told,
                wrong and f"seed {seed}, damage {number}: {name} {how}: {wrong}",
            )
        ]

    yield play


def runs(where):
    """Return a run, and others whose files could be taken for its own."""
    run(toy_scenario(), where / "whole", games=600, block_games=200)
    run(toy_scenario(), where / "other-seed", games=600, block_games=200, seed=8)
    run(toy_scenario(), where / "other-range", games=600, first=600, block_games=200)
    run(toy_scenario(), where / "longer", games=1000, block_games=200)
    run(toy_scenario(), where / "shorter", games=400, block_games=200)
    return where / "whole", [
        where / name for name in ("other-seed", "other-range", "longer", "shorter")
    ]


def _told(copy, truth):
    """Return what a damaged run tells, and what is wrong with that."""
    try:
        return (
            (HARMLESS, "")
            if Answer.of(copy).same(truth)
            else (WRONG, "it tells something else")
        )
    except UserError as error:
        return _refusal(error, copy)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of polars is no Exception
        return WRONG, f"{type(error).__name__}: {error}"


def _refusal(error, copy):
    line = str(error)
    if "\n" not in line and str(copy) in line and "; " in line:
        return REFUSED, ""
    return WRONG, f"refused without a place or a cure: {line}"


def _repaired(copy, sound, told):
    """Repair a damaged run; return what became of it, and what is wrong with that."""
    try:
        repair_run(copy)
    except UserError as error:
        outcome, wrong = _refusal(error, copy)
        return (
            f"{told}; cannot be repaired",
            wrong if outcome == WRONG or "manifest.json" in str(error) else str(error),
        )
    for place, (files_of_it, answer) in enumerate(sound):
        if content(copy) == files_of_it and Answer.of(copy).same(answer):
            return f"{told}; repaired{' as the run of its record' * (place > 0)}", ""
    return WRONG, "repaired to something else"
