"""Cells are counted by NumPy and by compiled code, piece by piece, and always agree with a plain count."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.counts import cells, counting
from sim.counts.cells import Cells, count_all
from sim.counts.counting import Counter as GameCounter
from sim.counts.counting import tally
from sim.counts.queries import Kind, Query
from sim.counts.tallies import Counts
from sim.engine.playing import play_block
from sim.games import find_game
from tests.support.toy_game import TOY

A, B = (0, "a"), (1, "b")
TYPES = (np.int8, np.int16, np.int32, np.int64)


def counted(counts: Counts) -> dict[tuple[int, int], int]:
    return dict(
        zip(
            zip(counts.a.tolist(), counts.b.tolist(), strict=True),
            counts.counts.tolist(),
            strict=True,
        )
    )


def values_of(kind: type) -> st.SearchStrategy[int]:
    """Return a strategy for small values, or for any that are not wider than a tally's halves."""
    ends = np.iinfo(kind)
    return st.one_of(
        st.integers(-3, 40),
        st.integers(max(int(ends.min), -(2**30)), min(int(ends.max), 2**30)),
    )


@st.composite
def blocks(draw: st.DrawFn) -> tuple[list[dict[tuple[int, str], np.ndarray]], bool]:
    """Return blocks of two columns of any types, and whether compiled code counts them."""
    kinds = [draw(st.sampled_from(TYPES)) for _ in range(2)]
    sizes = draw(st.lists(st.integers(1, 12), min_size=1, max_size=4))
    found = []
    for size in sizes:
        columns = [
            np.array(
                draw(st.lists(values_of(kind), min_size=size, max_size=size)), kind
            )
            for kind in kinds
        ]
        found.append(dict(zip((A, B), columns, strict=True)))
    return found, draw(st.booleans())


@given(blocks())
@settings(deadline=None)
def test_values_pairs_and_differences_are_counted_like_a_counter(
    drawn: tuple[list[dict[tuple[int, str], np.ndarray]], bool],
) -> None:
    parts, compiled = drawn
    value, pair, difference = (
        Cells(((A, 1),)),
        Cells(((A, 1),), ((B, 1),)),
        Cells(((A, 1), (B, -1))),
    )
    for columns in parts:
        count_all((value, pair, difference), columns, compiled=compiled)
    a, b = (
        [one for columns in parts for one in columns[name].tolist()] for name in (A, B)
    )
    both = list(zip(a, b, strict=True))
    assert counted(value.counts) == {
        (one, 0): count for one, count in Counter(a).items()
    }
    assert counted(pair.counts) == Counter(both)
    assert counted(difference.counts) == {
        (one, 0): count
        for one, count in Counter(one - other for one, other in both).items()
    }


def test_every_other_element_of_an_array_is_counted_as_it_is() -> None:
    whole = np.arange(40_000, dtype=np.int32)
    for column in (
        whole[::2],
        whole[::-1],
        whole.astype(np.uint8),
        whole.astype(">i4"),
        whole % 2 == 0,
    ):
        one = Cells(((A, 1),))
        count_all([one], {A: column}, compiled=True)
        assert counted(one.counts) == {
            (value, 0): n for value, n in Counter(map(int, column)).items()
        }


def block(games: int, seed: int) -> list[dict[str, np.ndarray]]:
    chance = np.random.default_rng(seed)
    return [
        {
            "winner": chance.integers(-2, 2, games).astype(np.int8),
            "ending": chance.integers(0, 2, games).astype(np.int8),
            "length": chance.integers(0, 300 * seed, games).astype(np.int32),
            "aces": chance.integers(0, 5, games).astype(np.int16),
        }
        for _ in range(3)
    ]


def test_pieces_are_counted_like_the_whole() -> None:
    pieces = [
        block(games, seed)
        for seed, games in enumerate((300, cells.COMPILED_FROM, 1, 0), 1)
    ]
    names = ("one", "two", "three")
    counter = GameCounter(TOY, names)
    for piece in pieces:
        counter.add(piece)
    joined = [
        {
            name: np.concatenate([piece[place][name] for piece in pieces])
            for name in pieces[0][place]
        }
        for place in range(3)
    ]
    assert counter.tallies == tally(TOY, names, joined)
    assert counter.tallies.games == cells.COMPILED_FROM + 301


def test_queries_that_ask_the_same_are_counted_once() -> None:
    queries = [
        Query(name, Kind.CHANCE, "length > 100", "aces = 2", ())
        for name in ("long", "lasting")
    ]
    blocks_played = [block(300, seed)[:1] for seed in (1, 2)]
    counters = (
        GameCounter(TOY, ("one",), queries=queries),
        GameCounter(TOY, ("one",), queries=queries[:1]),
    )
    for piece in blocks_played:
        for counter in counters:
            counter.add(piece)
    assert counters[0].tallies == counters[1].tallies
    (asked,) = (
        counts
        for (_, _, what), counts in counters[0].tallies.entries.items()
        if "chance" in what
    )
    assert asked.total == sum(len(piece[0]["aces"]) for piece in blocks_played)


@pytest.mark.parametrize("sizes", [(1, 700), (700, 1), (300, 200, 201)])
def test_rounds_of_casino_war_are_counted_alike_in_any_pieces(
    sizes: tuple[int, ...],
) -> None:
    """Their columns are looked up from one column of codes."""
    game = find_game("casino-war")
    rules, games = game.rules.of(), sum(sizes)
    whole = tally(game, ("usual",), [play_block(game, rules, 3, 0, games)])
    counter = GameCounter(game, ("usual",))
    first = 0
    for size in sizes:
        counter.add([play_block(game, rules, 3, first, size)])
        first += size
    assert counter.tallies == whole


def test_cells_that_could_overflow_are_emptied_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "MOST_IN_A_CELL", 700)
    played = block(300, 1)
    counter = GameCounter(TOY, ("one", "two", "three"))
    for _ in range(5):
        counter.add(played)
    once = tally(TOY, ("one", "two", "three"), played)
    assert counter.tallies == once + once + once + once + once
