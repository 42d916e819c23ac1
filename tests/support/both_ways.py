"""A game played both ways, by its rulebook and by its kernel, for the tests that compare the two."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from sim.contract.dealing import Deals
from sim.contract.events import Event, Outcome, Settled
from sim.contract.game import Game, outcome, seated
from sim.deals.deck import deal_rows
from sim.games import find_game
from tests.support.decks import parse_cards

ONE_WAR = {"wars": 1, "single_wars": 1, "longest_war": 1}
"""What one war at one tie leaves in the columns of a row."""


def rules_for(
    game: Game, policies: Sequence[object] | None = None, **options: Any
) -> Any:
    """The rules of a game with some options and policies."""
    return seated(game, game.rules.of(options), policies)


def rows_of(
    game: Game, rules: Any, columns: Mapping[str, np.ndarray]
) -> list[dict[str, Any]]:
    """A kernel's columns as the rows that the rulebook gives: categories in words, halves as halves."""
    declared = {column.name: column for column in game.columns_under(rules)}
    assert columns.keys() == declared.keys()
    values = []
    for name, column in declared.items():
        if column.categories:
            values.append([column.categories[code] for code in columns[name]])
        else:
            values.append(
                (
                    columns[name] / column.per if column.per > 1 else columns[name]
                ).tolist()
            )
    return [dict(zip(declared, row, strict=True)) for row in zip(*values, strict=True)]


def assert_rows_agree(
    told: Sequence[dict[str, Any]],
    played: Sequence[dict[str, Any]],
    which: Callable[[int], str],
) -> None:
    """Compare the kernel's rows with the rulebook's; ``which`` names the game at a place."""
    assert told, "no games were played"
    for place, (one, other) in enumerate(zip(told, played, strict=True)):
        assert one == other, which(place)


def by_rulebook(
    name: str,
    rules: Any,
    deals: Sequence[Any] | np.ndarray,
    seed: int = 1,
    first: int = 0,
    *,
    given: bool = False,
) -> list[dict[str, Any]]:
    """The rulebook's rows of some deals; where nothing is dealt, each is empty."""
    game = find_game(name)
    rows = []
    for number, deal in enumerate(deals, first):
        if given:
            packets = game.deals.dealing.layout(rules, len(deal)).packets(deal)
        else:
            packets = game.deals.packets(rules, deal)
        rows.append(outcome(game, rules, packets, seed=seed, number=number))
    return rows


def by_kernel(
    name: str,
    rules: Any,
    deals: Any,
    seed: int = 1,
    first: int = 0,
    *,
    given: bool = False,
    **how: Any,
) -> list[dict[str, Any]]:
    """The same by the kernel; ``how`` goes to one that can play the same games in several ways."""
    game = find_game(name)
    if isinstance(game.deals, Deals):
        where = game.deals.dealing.layout(rules, deals.shape[1] if given else None)
        return rows_of(
            game,
            rules,
            game.deals.kernel().play_block(rules, deals, where, seed, first, **how),
        )
    return rows_of(
        game, rules, game.deals.drawing().play_games(rules, seed, first, len(deals))
    )


def assert_same(
    name: str,
    rules: Any,
    deals: Any,
    seed: int = 1,
    first: int = 0,
    *,
    given: bool = False,
    ways: Sequence[Mapping[str, Any]] = ({},),
) -> list[dict[str, Any]]:
    """Compare the rows of every way in which the kernel plays with the rulebook's; return the rows."""
    told = by_rulebook(name, rules, deals, seed, first, given=given)
    for how in ways:
        assert_rows_agree(
            told,
            by_kernel(name, rules, deals, seed, first, given=given, **how),
            lambda place, how=how: (
                f"game {first + place} of seed {seed}, {rules}, {how}: {list(deals[place])}"
            ),
        )
    return told


def assert_same_on_shuffled(
    name: str, games: int, *, seed: int = 1, **options: Any
) -> list[dict[str, Any]]:
    """The same on the game's own deals."""
    rules = find_game(name).rules.of(options)
    return assert_same(name, rules, deal_rows(rules, seed, 0, games), seed=seed)


def assert_capped_around_cycles(
    name: str,
    options: Mapping[str, Any],
    deals: Any,
    play: Callable[..., list[dict[str, Any]]] = assert_same,
    *,
    length: str = "rounds",
    most: int | None = None,
) -> list[int]:
    """Games that repeat for ever, played again with the cap before, at and after the first repetition.

    Returns their places among the deals, at most so many.
    """
    of = find_game(name).rules.of
    free = play(name, of(options), deals)
    cycling = [place for place, row in enumerate(free) if row["ending"] == "cycle"]
    for place in cycling[:most]:
        rounds = free[place][length]
        for cap in (rounds - 1, rounds, rounds + 1):
            rules = of({**options, "max_rounds": cap})
            [again] = play(name, rules, deals[[place]])
            if cap >= rounds:
                assert again == free[place]
            else:
                assert (again["ending"], again[length]) == ("cap", cap)
    return cycling[:most]


def crossed(**values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Every combination of the values of some options."""
    for combination in itertools.product(*values.values()):
        yield dict(zip(values, combination, strict=True))


def events(
    name: str, *hands: str, seed: int = 1, number: int = 0, **options: Any
) -> list[Event]:
    """Everything that happens in the game of these packets, top cards first."""
    game = find_game(name)
    seats = (
        {"players": len(hands)}
        if "players" in {option.name for option in game.options}
        else {}
    )
    rules = game.rules.of(seats | options)
    return list(game.tell(rules, [parse_cards(hand) for hand in hands], seed, number))


def row(name: str, *hands: str, **options: Any) -> dict[str, Any]:
    """The row of that game."""
    return row_of(events(name, *hands, **options))


def shown(name: str, *hands: str, **options: Any) -> dict[str, Any]:
    """The columns of that game's row that are not zero, those of the deal aside."""
    played = row(name, *hands, **options)
    return {
        column: value
        for column, value in played.items()
        if value and column not in ("aces", "rank_sum")
    }


def row_of(told: Sequence[Event]) -> dict[str, Any]:
    """The row with which a game ends."""
    last = told[-1]
    assert isinstance(last, Outcome)
    return last.row


def of_kind(kind: type[Any], told: Iterable[Event]) -> list[Any]:
    return [event for event in told if isinstance(event, kind)]


def assert_cards_stay(course: Iterable[Event], dealt: Iterable[int]) -> None:
    """At every settled moment all cards that were dealt lie somewhere; and every event has a text."""
    settled = of_kind(Settled, course)
    assert settled, "the table never settles: nothing to check"
    cards = Counter(dealt)
    for event in settled:
        assert Counter(itertools.chain(*event.packets, *event.piles)) == cards
    for event in course:
        assert str(event)
        assert "\n" not in str(event)


def told_games(
    name: str, games: int, *, seed: int = 1, **options: Any
) -> Iterator[list[Event]]:
    """What happens in some games of the game's own deals, in none of which a card is lost or made."""
    game = find_game(name)
    rules = game.rules.of(options)
    for number, deal in enumerate(deal_rows(rules, seed, 0, games)):
        hands = game.deals.packets(rules, deal)
        course = list(game.tell(rules, hands, seed, number))
        assert_cards_stay(course, itertools.chain(*hands))
        yield course
