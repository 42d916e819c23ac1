"""WarGops: the examples of the text, word for word, and what follows from the rules without any program."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import pytest

from sim.contract.events import Event, Settled
from sim.errors import UserError
from sim.games.wargops.events import (
    NextGame,
    NobodySurvives,
    OnTable,
    Orphaned,
    Played,
    Position,
    PotStays,
    PotWon,
    Retired,
    Survives,
    Tied,
    TrickWon,
    TurnedDown,
    Waiting,
)
from sim.games.wargops.rulebook import GAME
from sim.games.wargops.rules import WarGopsRules, columns
from tests.games.wargops.support import (
    NAMES,
    events,
    played_rows,
    rules_of,
    scripted,
    told_row,
)
from tests.support.both_ways import of_kind

AL, BO, CY, DI, ED = range(5)


class Example(NamedTuple):
    """An example: what is played by whom, from which hands, and what happens in each trick after it is played."""

    scripts: tuple[tuple[int, ...], ...]
    tricks: tuple[tuple[Event, ...], ...]
    hands: tuple[tuple[int, ...], ...] = ()
    ties: str = "award-later"


def waiting(cards: tuple[int, ...], *eligible: int) -> Waiting:
    return Waiting(cards, frozenset(eligible))


EXAMPLES = {
    "1: an entire tie is awarded to the winner of the next trick": Example(
        ((8, 5), (8, 6), (8, 3)),
        (
            (Tied((AL, BO, CY), 8, True, (8, 8)), OnTable((waiting((8, 8), AL, BO, CY),))),
            (TrickWon(BO, 6, (3, 5)), PotWon(BO, 6, (AL, CY), (8, 8))),
        ),
    ),
    "2: who runs out of cards before the tie is resolved is out of luck": Example(
        ((9, 7), (9, 4), ()),
        (
            (Tied((AL, BO, CY), 9, True, (9, 9)), Retired((CY,)), OnTable((waiting((9, 9), AL, BO),))),
            (TrickWon(AL, 7, (4,)), PotWon(AL, 7, (BO,), (9, 9))),
        ),
        hands=((1, 7, 9), (1, 4, 9), (9,)),
    ),
    "3: successive entire ties pile up": Example(
        ((3, 5, 2), (3, 5, 6), (3, 5, 10)),
        (
            (Tied((AL, BO, CY), 3, True, (3, 3)), OnTable((waiting((3, 3), AL, BO, CY),))),
            (
                Tied((AL, BO, CY), 5, True, (5, 5)),
                PotStays(5, (AL, BO, CY), (), (3, 3)),
                OnTable((waiting((3, 3, 5, 5), AL, BO, CY),)),
            ),
            (TrickWon(CY, 10, (2, 6)), PotWon(CY, 10, (AL, BO), (3, 3, 5, 5))),
        ),
    ),
    "4: a partial tie is awarded to the tied player with the higher card": Example(
        ((6, 10), (9, 4), (9, 7), (2, 3)),
        (
            (Tied((BO, CY), 9, False, (2, 6, 9)), OnTable((waiting((2, 6, 9), BO, CY),))),
            (TrickWon(AL, 10, (3, 4, 7)), PotWon(CY, 7, (BO,), (2, 6, 9))),
        ),
    ),
    "5: a sequence of partial ties": Example(
        ((6, 10), (9, 4), (9, 10), (2, 3)),
        (
            (Tied((BO, CY), 9, False, (2, 6, 9)), OnTable((waiting((2, 6, 9), BO, CY),))),
            (
                Tied((AL, CY), 10, False, (3, 4, 10)),
                PotWon(CY, 10, (BO,), (2, 6, 9)),
                OnTable((waiting((3, 4, 10), AL, CY),)),
            ),
        ),
    ),
    "6: a later trick may be resolved before an earlier": Example(
        ((1, 10, 2), (7, 6, 8), (7, 6, 4), (7, 4, 9)),
        (
            (Tied((BO, CY, DI), 7, False, (1, 7, 7)), OnTable((waiting((1, 7, 7), BO, CY, DI),))),
            (
                TrickWon(AL, 10, (4, 6, 6)),
                PotStays(6, (BO, CY), (DI,), (1, 7, 7)),
                OnTable((waiting((1, 7, 7), BO, CY),)),
            ),
            (TrickWon(DI, 9, (2, 4, 8)), PotWon(BO, 8, (CY,), (1, 7, 7))),
        ),
    ),
    "7: a partial tie is orphaned when all its eligible winners run out of cards": Example(
        ((6, 10), (), (), (2, 3)),
        (
            (
                Tied((BO, CY), 9, False, (2, 6, 9)),
                Retired((BO, CY)),
                Orphaned((2, 6, 9), "players 1 and 2 have run out of cards, and nobody else can win the pot"),
            ),
            (TrickWon(AL, 10, (3,)),),
        ),
        hands=((1, 6, 10), (9,), (9,), (1, 2, 3)),
    ),
    "8a: who was not tied wins with a card that lay there from the beginning": Example(
        ((6,), (4,), (9, 5), (9, 2), (7,)),
        (
            (
                TurnedDown((CY, DI), 9, ()),
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
                TurnedDown((AL, BO, CY, DI, ED), 7, ()),
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
                TurnedDown((CY, DI), 9, ()),
                Played({CY: 7, DI: 2}, replacing=True),
                TurnedDown((AL, CY), 7, ()),
                Played({AL: 8, CY: 3}, replacing=True),
                TrickWon(AL, 8, (2, 3, 4, 5, 7, 7, 9, 9)),
            ),
        ),
        ties="replace",
    ),
    "a player loses his last card's trick and stays in by winning an older pot": Example(
        ((9,), (9, 3), (2, 10)),
        (
            (Tied((AL, BO), 9, False, (2, 9)), OnTable((waiting((2, 9), AL, BO),))),
            (TrickWon(CY, 10, (3, 4)), PotWon(AL, 4, (BO,), (2, 9))),
        ),
        hands=((4, 9), (1, 3, 9), (1, 2, 10)),
    ),
    "a pot that one player alone can still win is his at the next trick, whoever wins that": Example(
        ((9, 1), (), (2, 10)),
        (
            (Tied((AL, BO), 9, False, (2, 9)), Retired((BO,)), OnTable((waiting((2, 9), AL),))),
            (TrickWon(CY, 10, (1,)), PotWon(AL, 1, (), (2, 9))),
        ),
        hands=((1, 4, 9), (9,), (1, 2, 10)),
    ),
    "a tied card that cannot be replaced cannot win, and a face-up card wins with an empty hand": Example(
        ((), (9, 1), ()),
        (
            (
                TurnedDown((AL, BO), 9, (AL,)),
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
                TurnedDown((AL, BO), 9, ()),
                Played({AL: 3, BO: 3}, replacing=True),
                TurnedDown((AL, BO), 3, (AL, BO)),
                Orphaned((3, 3, 9, 9), "all cards of the trick lie face down"),
                Retired((AL, BO)),
                NobodySurvives(),
            ),
        ),
        hands=((3, 9), (3, 9)),
        ties="replace",
    ),
}


def rules_for(example: Example, **options: Any) -> WarGopsRules:
    policies = [scripted(*cards) for cards in example.scripts]
    return rules_of(policies, players=len(policies), ties=example.ties, **options)


def by_trick(told: list[Event]) -> list[tuple[Event, ...]]:
    """The events of each trick, after the cards that open it."""
    tricks: list[list[Event]] = []
    for event in told:
        if isinstance(event, Position):
            tricks.append([])
        elif tricks:
            tricks[-1].append(event)
    return [tuple(trick[1:]) for trick in tricks]


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example(name):
    example = EXAMPLES[name]
    told = events(rules_for(example), example.hands)
    assert tuple(by_trick(told)[: len(example.tricks)]) == example.tricks


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_through_the_kernel(name):
    """The kernel's row, and what everybody sees whenever he is asked, are those of the rulebook."""
    example = EXAMPLES[name]
    seen: dict[str, list[bytes]] = {"rulebook": [], "kernel": []}

    def rules(who: str) -> WarGopsRules:
        def spying(policy):
            def choose(view, chance):
                seen[who].append(np.asarray(view).tobytes())
                return policy(view, chance)

            return choose

        plain = rules_for(example)
        policies = [spying(seat[0]) for seat in plain.policies]
        return rules_of(policies, players=plain.players, ties=plain.ties)

    told = told_row(rules("rulebook"), example.hands)
    hands = example.hands or [WarGopsRules().full_hand] * len(example.scripts)
    assert played_rows(rules("kernel"), 1, hands=hands) == [told]
    assert seen["kernel"] == seen["rulebook"]
    if not example.hands:
        assert played_rows(rules_for(example), 1) == [told]


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


# The end of a game.


def test_a_player_holds_91_points_at_the_beginning():
    assert sum(WarGopsRules().full_hand) == 91


def test_the_last_player_with_cards_scores_what_he_holds():
    """Al beats Bo's last card and collects it."""
    rules = rules_of([scripted(9), "low"])
    told = events(rules, [(2, 5, 9), (4,)])
    assert of_kind(Survives, told) == [Survives(AL, (), 2 + 5 + 4)]
    assert told[-1].row == {
        "winner": 0,
        "ending": "survivor",
        "points_0": 11,
        "points_1": 0,
        "survivor": 0,
        "tricks": 1,
        "ties": 0,
        "orphaned": 0,
    }


def test_who_plays_his_last_card_and_wins_the_trick_is_still_in():
    told = events(rules_of(["low", scripted(3)]), [(8,), (3, 4, 9)])
    assert by_trick(told)[0] == (TrickWon(AL, 8, (3,)),)
    assert not of_kind(Retired, told[:4])


@pytest.mark.parametrize(("last_pot", "points", "orphaned"), [("survivor", 2 + 9, 0), ("orphan", 2, 1)])
def test_the_last_pot(last_pot, points, orphaned):
    """Bo ties with his last card; only Al could win the pot."""
    for ties in ("award-later", "replace"):
        rules = rules_of([scripted(9), "low"], last_pot=last_pot, ties=ties)
        row = told_row(rules, [(2, 9), (9,)])
        if ties == "award-later":
            assert (row["points_0"], row["orphaned"], row["tricks"], row["ties"]) == (points, orphaned, 1, 1)
        else:
            # Al's replacement is the only card face up: it is trashed, and both nines are his.
            assert (row["points_0"], row["orphaned"], row["tricks"], row["ties"]) == (18, 0, 1, 1)
        assert played_rows(rules_of([scripted(9), "low"], last_pot=last_pot, ties=ties), 1,
                           hands=[(2, 9), (9,)]) == [row]  # fmt: skip


@pytest.mark.parametrize("last_pot", ["survivor", "orphan"])
def test_a_pot_that_the_survivor_cannot_win_is_nobodys(last_pot):
    """Al and Bo tie with their last cards, Cy survives."""
    rules = rules_of(["low", "low", scripted(2)], players=3, last_pot=last_pot)
    row = told_row(rules, [(9,), (9,), (2, 5)])
    assert (row["survivor"], row["points_2"], row["orphaned"]) == (CY, 5, 2)


def test_the_last_trick_is_an_entire_tie():
    told = events(rules_of(["low", "low"]), [(7,), (7,)])
    assert of_kind(NobodySurvives, told)
    assert told[-1].row["orphaned"] == 1
    assert told[-1].row["ending"] == "none"
    assert told[-1].row["winner"] == told[-1].row["survivor"] == -1


# What follows without any program.


@pytest.mark.parametrize("name", [name for name in NAMES if not name.startswith("random")])
@pytest.mark.parametrize(("players", "ranks", "copies"), [(2, 13, 1), (2, 5, 3), (3, 6, 1), (8, 4, 2)])
def test_a_deterministic_policy_against_itself_scores_nothing(name, players, ranks, copies):
    """Every trick is an entire tie: one trick for each card of a hand, or one single trick with replacements."""
    cards = ranks * copies
    for ties, tricks, orphaned in (
        ("award-later", cards, (players - 1) * cards),
        ("replace", 1, players * cards),
    ):
        rules = rules_of([name] * players, players=players, ranks=ranks, copies=copies, ties=ties)
        expected = {
            "winner": -1,
            "ending": "none",
            **{f"points_{player}": 0 for player in range(players)},
            "survivor": -1,
            "tricks": tricks,
            "ties": cards,
            "orphaned": orphaned,
        }
        assert told_row(rules) == expected
        assert played_rows(rules, 1) == [expected]


def test_high_against_low_worked_by_hand():
    """Al begins 3 2 1, Bo 1 2 3."""
    rules = rules_of(["high", "low"], ranks=3)
    told = events(rules)
    assert [event.cards for event in of_kind(Played, told)] == [
        {0: 3, 1: 1},
        {0: 2, 1: 2},
        {0: 1, 1: 3},
        {0: 1, 1: 1},
    ]
    # 3 takes 1; 2 and 2 tie, a 2 waits; Bo's 3 takes 1 and the 2; 1 and 1 tie with Al's last card.
    assert told[-1].row == {
        "winner": 1,
        "ending": "survivor",
        "points_0": 0,
        "points_1": 2 + 1,
        "survivor": 1,
        "tricks": 4,
        "ties": 2,
        "orphaned": 0,
    }


# Sessions.


def test_a_session_totals_its_games_and_goes_on_drawing():
    for number in range(20):
        told = events(rules_of(session=3, ranks=5), number=number)
        games = of_kind(NextGame, told)
        assert [game.game for game in games] == [1, 2, 3]
        row = told[-1].row
        survivals = of_kind(Survives, told)
        for player in range(2):
            scored = sum(event.points for event in survivals if event.player == player)
            assert row[f"points_{player}"] == scored
        assert row["tricks"] == sum(event.trick > 0 for event in of_kind(Position, told))
        # The first of them is the game that is played alone.
        alone = events(rules_of(ranks=5), number=number)
        assert told[1 : len(alone)] == alone[:-1]
        # The others go on drawing: three equal games would be a rare accident.
        assert len({tuple(map(str, game)) for game in by_game(told)}) > 1


def by_game(told: list[Event]) -> list[list[Event]]:
    games: list[list[Event]] = []
    for event in told:
        if isinstance(event, NextGame):
            games.append([])
        else:
            games[-1].append(event)
    return games


def test_a_session_is_won_by_most_points_and_its_survivor_is_the_last_games():
    differ = 0
    for number in range(60):
        row = told_row(rules_of(session=2, ranks=4), number=number)
        points = row["points_0"], row["points_1"]
        assert row["winner"] == (-1 if points[0] == points[1] else points.index(max(points)))
        differ += row["survivor"] != row["winner"]
        assert row["ending"] == ("none" if row["survivor"] == -1 else "survivor")
    assert differ


def test_a_session_of_equal_games_has_so_many_times_their_numbers():
    one, five = (told_row(rules_of(["high", "median"], session=session)) for session in (1, 5))
    for column in ("points_0", "points_1", "tricks", "ties", "orphaned"):
        assert five[column] == 5 * one[column]


# The contract.


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ties": "replace"},
        {"players": 5, "ranks": 6},
        {"players": 5, "ranks": 6, "ties": "replace"},
        {"players": 3, "ranks": 4, "copies": 3, "last_pot": "orphan"},
        {"session": 3, "ranks": 4},
    ],
    ids=str,
)
def test_no_card_is_lost_and_every_trick_trashes_one(options):
    rules = rules_of(**options)
    pack = Counter(rules.full_hand * rules.players)
    for number in range(30):
        told = events(rules, number=number)
        settled = of_kind(Settled, told)
        assert len(settled) >= rules.session
        for event in settled:
            assert Counter(card for held in (*event.packets, *event.piles) for card in held) == pack
        for event in told:
            assert str(event)
            assert "\n" not in str(event)
        if rules.session == 1:
            end = of_kind(Position, told)[-1]
            trash, orphaned = end.piles
            assert len(orphaned) == told[-1].row["orphaned"]
            assert len(trash) == told[-1].row["tricks"] - (
                rules.ties == "replace" and trick_without_winner(told)
            )


def trick_without_winner(told: list[Event]) -> bool:
    return any("face down" in event.why for event in of_kind(Orphaned, told))


def test_the_columns_are_the_contracts():
    assert [column.name for column in columns(WarGopsRules())] == [
        "winner",
        "ending",
        "points_0",
        "points_1",
        "survivor",
        "tricks",
        "ties",
        "orphaned",
    ]
    three = [column.name for column in columns(WarGopsRules(players=3))]
    assert three[2:6] == ["points_0", "points_1", "points_2", "survivor"]
    assert {column.name for column in GAME.more_columns} == {f"points_{player}" for player in range(2, 8)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players: 1 is no value of this option; it takes a whole number from 2 to 8"),
        ({"players": 9}, "players: 9 is no value"),
        ({"ranks": 1}, "ranks: 1 is no value of this option; it takes a whole number from 2 to 60"),
        ({"copies": 0}, "copies: 0 is no value"),
        ({"ties": "replaced"}, "ties: unknown value 'replaced'; did you mean 'replace'?"),
        ({"last_pot": "none"}, "last_pot: unknown value 'none'"),
        ({"session": 0}, "session: 0 is no value"),
    ],
)
def test_options_that_are_refused(options, message):
    with pytest.raises(UserError) as refused:
        WarGopsRules.of(options)
    assert str(refused.value).startswith(message)


def test_the_telling_says_why_a_pot_is_still_on_the_table():
    example = EXAMPLES["6: a later trick may be resolved before an earlier"]
    told = [str(event) for event in events(rules_for(example))]
    full = " ".join(map(str, range(1, 11))) + " J Q K"
    assert told[:5] == [
        "trick 1: " + ", ".join(f"player {seat} holds {full}" for seat in range(4)),
        "player 0 plays 1, player 1 plays 7, player 2 plays 7, player 3 plays 7",
        "players 1, 2 and 3 tie: one 7 goes to the trash, 1 7 7 remain",
        "1 7 7 lie on the table until one of players 1, 2 and 3 plays a better card than the others",
        told[4],
    ]
    assert told[6:9] == [
        "player 0 wins the trick; 10 goes to the trash, player 0 collects 4 6 6",
        "1 7 7 stay in the pot: players 1 and 2 tie with 6, player 3 loses eligibility",
        "1 7 7 lie on the table until one of players 1 and 2 plays a better card than the other",
    ]
    assert (
        told[12] == "player 1's 8 is better than the card of player 2: player 1 collects 1 7 7 from the pot"
    )
