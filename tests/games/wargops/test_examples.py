"""The rulebook of WarGops: the examples of the text, word for word."""

from collections import Counter
from typing import NamedTuple

import pytest

from sim.contract.events import Event
from sim.games.wargops.events import (
    NobodySurvives,
    OnTable,
    Orphaned,
    Played,
    Position,
    PotStays,
    PotWon,
    Retired,
    Tied,
    TrickWon,
    TurnedDown,
    Waiting,
)
from sim.games.wargops.rules import WarGopsRules
from tests.games.wargops.support import (
    AL,
    BO,
    CY,
    DI,
    ED,
    by_trick,
    events,
    played_rows,
    rules_of,
    scripted,
    told_row,
)
from tests.support.both_ways import of_kind


class Example(NamedTuple):
    """An example: what is played by whom, from which hands, and what happens in each trick after it is played."""

    scripts: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[Event, ...], ...]
    hands: tuple[tuple[int, ...], ...] = ()
    ties: str = "award-later"


def waiting(cards, *eligible):
    return Waiting(cards, frozenset(eligible))


EXAMPLES = {
    "1: an entire tie is awarded to the winner of the next trick": Example(
        ((8, 5), (8, 6), (8, 3)),
        (
            (
                Tied((AL, BO, CY), 8, (8, 8)),
                OnTable((waiting((8, 8), AL, BO, CY),)),
            ),
            (TrickWon(BO, 6, (3, 5)), PotWon(BO, (8, 8))),
        ),
    ),
    "2: who runs out of cards before the tie is resolved is out of luck": Example(
        ((9, 7), (9, 4), ()),
        (
            (
                Tied((AL, BO, CY), 9, (9, 9)),
                Retired((CY,)),
                OnTable((waiting((9, 9), AL, BO),)),
            ),
            (TrickWon(AL, 7, (4,)), PotWon(AL, (9, 9))),
        ),
        hands=((1, 7, 9), (1, 4, 9), (9,)),
    ),
    "3: successive entire ties pile up": Example(
        ((3, 5, 2), (3, 5, 6), (3, 5, 10)),
        (
            (
                Tied((AL, BO, CY), 3, (3, 3)),
                OnTable((waiting((3, 3), AL, BO, CY),)),
            ),
            (
                Tied((AL, BO, CY), 5, (5, 5)),
                PotStays(5, (AL, BO, CY), (3, 3)),
                OnTable((waiting((3, 3, 5, 5), AL, BO, CY),)),
            ),
            (TrickWon(CY, 10, (2, 6)), PotWon(CY, (3, 3, 5, 5))),
        ),
    ),
    "4: a partial tie is awarded to the tied player with the higher card": Example(
        ((6, 10), (9, 4), (9, 7), (2, 3)),
        (
            (
                Tied((BO, CY), 9, (2, 6, 9)),
                OnTable((waiting((2, 6, 9), BO, CY),)),
            ),
            (TrickWon(AL, 10, (3, 4, 7)), PotWon(CY, (2, 6, 9))),
        ),
    ),
    "5: a sequence of partial ties": Example(
        ((6, 10), (9, 4), (9, 10), (2, 3)),
        (
            (
                Tied((BO, CY), 9, (2, 6, 9)),
                OnTable((waiting((2, 6, 9), BO, CY),)),
            ),
            (
                Tied((AL, CY), 10, (3, 4, 10)),
                PotWon(CY, (2, 6, 9)),
                OnTable((waiting((3, 4, 10), AL, CY),)),
            ),
        ),
    ),
    "6: a later trick may be resolved before an earlier": Example(
        ((1, 10, 2), (7, 6, 8), (7, 6, 4), (7, 4, 9)),
        (
            (
                Tied((BO, CY, DI), 7, (1, 7, 7)),
                OnTable((waiting((1, 7, 7), BO, CY, DI),)),
            ),
            (
                TrickWon(AL, 10, (4, 6, 6)),
                PotStays(6, (BO, CY), (1, 7, 7)),
                OnTable((waiting((1, 7, 7), BO, CY),)),
            ),
            (TrickWon(DI, 9, (2, 4, 8)), PotWon(BO, (1, 7, 7))),
        ),
    ),
    "7: a partial tie is orphaned when all its eligible winners run out of cards": Example(
        ((6, 10), (), (), (2, 3)),
        (
            (
                Tied((BO, CY), 9, (2, 6, 9)),
                Retired((BO, CY)),
                Orphaned(
                    (2, 6, 9),
                    "all who could win the pot are out of cards",
                ),
            ),
            (TrickWon(AL, 10, (3,)),),
        ),
        hands=((1, 6, 10), (9,), (9,), (1, 2, 3)),
    ),
    "8a: who was not tied wins with a card that lay there from the beginning": Example(
        ((6,), (4,), (9, 5), (9, 2), (7,)),
        (
            (
                TurnedDown((CY, DI), 9),
                Played({CY: 5, DI: 2}, replacing=True),
                TrickWon(ED, 7, (2, 4, 5, 6, 9, 9)),
            ),
        ),
        ties="replace",
    ),
    "8b: five tie": Example(
        ((7, 2), (7, 9), (7, 4), (7, 8), (7, 2)),
        (
            (
                TurnedDown((AL, BO, CY, DI, ED), 7),
                Played({AL: 2, BO: 9, CY: 4, DI: 8, ED: 2}, replacing=True),
                TrickWon(BO, 9, (2, 2, 4, 7, 7, 7, 7, 7, 8)),
            ),
        ),
        ties="replace",
    ),
    "8c: a replacement brings another player into a tie": Example(
        ((7, 8), (4,), (9, 7, 3), (9, 2), (5,)),
        (
            (
                TurnedDown((CY, DI), 9),
                Played({CY: 7, DI: 2}, replacing=True),
                TurnedDown((AL, CY), 7),
                Played({AL: 8, CY: 3}, replacing=True),
                TrickWon(AL, 8, (2, 3, 4, 5, 7, 7, 9, 9)),
            ),
        ),
        ties="replace",
    ),
    "a player loses the last card's trick and stays in by winning an older pot": Example(
        ((9,), (9, 3), (2, 10)),
        (
            (Tied((AL, BO), 9, (2, 9)), OnTable((waiting((2, 9), AL, BO),))),
            (TrickWon(CY, 10, (3, 4)), PotWon(AL, (2, 9))),
        ),
        hands=((4, 9), (1, 3, 9), (1, 2, 10)),
    ),
    "a pot that only one player can still win goes to that player at the next trick": Example(
        ((9, 1), (), (2, 10)),
        (
            (
                Tied((AL, BO), 9, (2, 9)),
                Retired((BO,)),
                OnTable((waiting((2, 9), AL),)),
            ),
            (TrickWon(CY, 10, (1,)), PotWon(AL, (2, 9))),
        ),
        hands=((1, 4, 9), (9,), (1, 2, 10)),
    ),
    "a tied card that cannot be replaced cannot win, and a face-up card wins with an empty hand": Example(
        ((), (9, 1), ()),
        (
            (
                TurnedDown((AL, BO), 9),
                Played({BO: 1}, replacing=True),
                TrickWon(CY, 5, (1, 9, 9)),
                Retired((AL,)),
            ),
        ),
        hands=((9,), (1, 2, 9), (5,)),
        ties="replace",
    ),
    "nothing lies face up: all cards of the trick are orphaned and none is trashed": Example(
        ((9,), (9,)),
        (
            (
                TurnedDown((AL, BO), 9),
                Played({AL: 3, BO: 3}, replacing=True),
                TurnedDown((AL, BO), 3),
                Orphaned((3, 3, 9, 9), "all cards of the trick lie face down"),
                Retired((AL, BO)),
                NobodySurvives(),
            ),
        ),
        hands=((3, 9), (3, 9)),
        ties="replace",
    ),
}


def rules_for(example, **options):
    policies = [scripted(*cards) for cards in example.scripts]
    return rules_of(policies, players=len(policies), ties=example.ties, **options)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example(name):
    example = EXAMPLES[name]
    course = events(rules_for(example), example.hands)
    assert tuple(by_trick(course)[: len(example.tricks)]) == example.tricks


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_through_the_kernel(name):
    example = EXAMPLES[name]
    hands = example.hands or [WarGopsRules().full_hand] * len(example.scripts)
    row = told_row(rules_for(example), example.hands)
    assert played_rows(rules_for(example), 1, hands=hands) == [row]
    if not example.hands:
        assert played_rows(rules_for(example), 1) == [row]


def test_the_cards_of_the_examples_go_where_the_text_says():
    """Example 5 to its end: the hands after two tricks, worked out from the text."""
    example = EXAMPLES["5: a sequence of partial ties"]
    positions = of_kind(Position, events(rules_for(example)))
    full = Counter(range(1, 14))
    hands = [Counter(hand) for hand in positions[2].packets]
    assert hands[AL] == full - Counter([6, 10])
    assert hands[BO] == full - Counter([9, 4])
    assert hands[CY] == full - Counter([9, 10]) + Counter([2, 6, 9])
    assert hands[DI] == full - Counter([2, 3])
    assert positions[2].piles == ((9, 10), (), (3, 4, 10))


def test_the_replay_says_who_can_win_a_pot():
    example = EXAMPLES["6: a later trick may be resolved before an earlier"]
    lines = [str(event) for event in events(rules_for(example))]
    full = " ".join(map(str, range(1, 11))) + " J Q K"
    assert lines[:4] == [
        "trick 1: " + ", ".join(f"player {seat} holds {full}" for seat in range(4)),
        "player 0 plays 1, player 1 plays 7, player 2 plays 7, player 3 plays 7",
        "players 1, 2 and 3 tie: one 7 goes to the trash, and 1 7 7 to a pot",
        "a pot that players 1, 2 and 3 can win: 1 7 7",
    ]
    assert lines[6:9] == [
        "player 0 wins the trick; 10 goes to the trash, player 0 collects 4 6 6",
        "players 1 and 2 tie with 6, and alone can still win the pot: 1 7 7",
        "a pot that players 1 and 2 can win: 1 7 7",
    ]
    assert (
        lines[12]
        == "player 1 has the best card of those who can win the pot, and collects 1 7 7"
    )
