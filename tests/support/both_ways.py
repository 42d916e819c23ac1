"""A game played both ways, by its rulebook and by its kernel, for the tests that hold one to the other."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from sim.cards import parse_cards
from sim.contract.dealing import Deals
from sim.contract.events import Event, Outcome, Settled
from sim.contract.game import outcome
from sim.contract.rules import DeckRules
from sim.deals.deck import deal_rows, layout, packets
from sim.games import find_game


def arrangements(ranks: Iterable[int], copies: int = 1) -> np.ndarray:
    """Every different order of a small deck."""
    cards = sorted(rank for rank in ranks for _ in range(copies))
    return np.array(sorted(set(itertools.permutations(cards))), np.uint8)


def by_rulebook(
    name: str, rules: DeckRules, deals: np.ndarray, *, seed: int = 1, given: bool = False
) -> list[dict[str, Any]]:
    game = find_game(name)
    return [
        outcome(game, rules, packets(rules, deal, given=given), seed=seed, number=number)
        for number, deal in enumerate(deals)
    ]


def by_kernel(
    name: str, rules: DeckRules, deals: np.ndarray, *, seed: int = 1, first: int = 0, given: bool = False
) -> list[dict[str, Any]]:
    game = find_game(name)
    where = layout(rules, deals.shape[1] if given else None)
    assert isinstance(game.deals, Deals)
    played = game.deals.kernel().play_block(rules, deals, where, seed, first)
    texts = {column.name: column.categories for column in game.columns_under(rules)}
    assert list(played) == list(texts)
    columns = [
        [texts[name][code] for code in values] if texts[name] else values.tolist()
        for name, values in played.items()
    ]
    return [dict(zip(played, row, strict=True)) for row in zip(*columns, strict=True)]


def assert_same(
    name: str, rules: DeckRules, deals: np.ndarray, *, seed: int = 1, given: bool = False
) -> list[dict[str, Any]]:
    """Hold the kernel's rows to the rulebook's; return them."""
    told = by_rulebook(name, rules, deals, seed=seed, given=given)
    played = by_kernel(name, rules, deals, seed=seed, given=given)
    for number, (one, other) in enumerate(zip(told, played, strict=True)):
        assert one == other, f"game {number} of seed {seed}, {rules.changed()}: {deals[number].tolist()}"
    return told


def assert_same_on_shuffled(name: str, games: int, *, seed: int = 1, **options: Any) -> list[dict[str, Any]]:
    """The same on the game's own deals."""
    rules = find_game(name).rules.of(options)
    return assert_same(name, rules, deal_rows(rules, seed, 0, games), seed=seed)


def crossed(**values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """Every combination of the values of some options."""
    for combination in itertools.product(*values.values()):
        yield dict(zip(values, combination, strict=True))


def events(name: str, *hands: str, seed: int = 1, number: int = 0, **options: Any) -> list[Event]:
    """Everything that happens in the game of these packets, top cards first."""
    game = find_game(name)
    return list(game.tell(game.rules.of(options), [parse_cards(hand) for hand in hands], seed, number))


def row(name: str, *hands: str, **options: Any) -> dict[str, Any]:
    """The row of that game."""
    last = events(name, *hands, **options)[-1]
    assert isinstance(last, Outcome)
    return last.row


def shown(name: str, *hands: str, **options: Any) -> dict[str, Any]:
    """The columns of that game's row that are not zero, those of the deal aside."""
    played = row(name, *hands, **options)
    return {column: value for column, value in played.items() if value and column not in ("aces", "rank_sum")}


def of_kind(kind: type[Any], told: Iterable[Event]) -> list[Any]:
    return [event for event in told if isinstance(event, kind)]


def assert_cards_are_kept(name: str, games: int, *, seed: int = 1, **options: Any) -> None:
    """At every settled moment all cards that were dealt lie somewhere; and every event tells itself."""
    game = find_game(name)
    rules = game.rules.of(options)
    assert games > 0
    for number, deal in enumerate(deal_rows(rules, seed, 0, games)):
        hands = packets(rules, deal)
        dealt = Counter(card for hand in hands for card in hand)
        told = list(game.tell(rules, hands, seed, number))
        settled = of_kind(Settled, told)
        assert settled, "the table never settles: there is nothing to check"
        for event in settled:
            assert Counter(card for held in (*event.packets, *event.piles) for card in held) == dealt
        for event in told:
            assert str(event)
            assert "\n" not in str(event)
