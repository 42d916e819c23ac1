"""Wargame's search: its last battles against a plain solver, its parts by hand, its kernel, and its strength."""

import itertools
import random
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit

import sim
from sim.errors import UserError
from sim.games.wargame.kernel import alpha_beta, positions
from sim.games.wargame.kernel.block import play_games
from sim.games.wargame.policies.cards import across_a_break, beats, run_with
from sim.games.wargame.policies.view import ATTACK, SWITCH
from sim.games.wargame.policies.weights import WEIGHTS, WIN
from sim.games.wargame.solution import position_of
from sim.policies.sets import set_of
from tests.games.wargame.support import answer, assert_same, rules_of, view_of
from tests.support import tiers

NOBODY = frozenset()


class Force(NamedTuple):
    """A player in a position: cards by column, columns won, chips, and own shooters that may be traitors."""

    line: tuple[int, ...]
    won: frozenset[int]
    chips: int
    suspects: frozenset[int]

    def switched(self, low, high):
        line = list(self.line)
        line[low], line[high] = line[high], line[low]
        return Force(tuple(line), self.won, self.chips - 1, self.suspects)


class Position(NamedTuple):
    """Both players before a battle, and the unfought columns."""

    attacker: Force
    defender: Force
    unfought: tuple[int, ...]


def compiled(position):
    """The position as the search takes it."""
    attacker = position.attacker
    defender = position.defender
    suspects = set_of(attacker.suspects), set_of(defender.suspects)
    chips = attacker.chips, defender.chips
    return position_of(
        (attacker.line, defender.line), (attacker.won, defender.won), chips, suspects
    )


@njit
def compiled_worth(position):
    depth = np.int64(13)
    low = -alpha_beta.WIN
    high = alpha_beta.WIN
    columns = position.unfought
    who = alpha_beta.BOTH_SWITCH
    return alpha_beta.look_ahead(position, depth, True, columns, who, low, high)


@njit
def compiled_value(position):
    return positions.evaluate(*position)


def worth(position):
    """What a position is worth to its attacker, played to the end with all switches."""
    return int(compiled_worth(compiled(position)))


def evaluate(position):
    """What a position is worth by its features alone."""
    return int(compiled_value(compiled(position)))


# The last battles, against every line of play.


def options(line, chips, lost, unfought):
    yield line, chips
    if chips:
        for low, high in itertools.combinations(unfought, 2):
            if not across_a_break(low, high, set_of(lost)):
                switched = list(line)
                switched[low], switched[high] = line[high], line[low]
                yield tuple(switched), chips - 1


@cache
def attacker_wins(lines, won, chips, unfought):
    """Return whether the attacker, whose things come first, wins against any defence: all moves are tried."""
    for line, left in options(lines[0], chips[0], won[1], unfought):
        for column in unfought:
            if all(
                holds(line, left, other, theirs, won, unfought, column)
                for other, theirs in options(lines[1], chips[1], won[0], unfought)
            ):
                return True
    return False


def holds(line, left, other, theirs, won, unfought, column):
    rest = tuple(place for place in unfought if place != column)
    defended = beats(other[column], line[column])
    winner = won[defended] | {column}
    if len(winner) == 7 or run_with(set_of(winner), column) >= 4:
        return not defended
    if defended:
        return not attacker_wins((other, line), (winner, won[0]), (theirs, left), rest)
    return attacker_wins((line, other), (winner, won[1]), (left, theirs), rest)


def endgame(chance, unfought):
    """Return a position without traitors, with this many unfought columns and no winner yet."""
    while True:
        lines = [tuple(chance.sample(range(1, 14), 13)) for _ in "ab"]
        fought = chance.sample(range(13), 13 - unfought)
        first = chance.randint(13 - unfought - 6, 6)
        won = frozenset(fought[:first]), frozenset(fought[first:])
        if all(run_with(set_of(side), column) < 4 for side in won for column in side):
            chips = chance.randint(0, 2), chance.randint(0, 2)
            forces = [
                Force(lines[side], won[side], chips[side], NOBODY) for side in (0, 1)
            ]
            return Position(
                forces[0], forces[1], tuple(sorted(set(range(13)) - set(fought)))
            )


def solved(position):
    attacker = position.attacker
    defender = position.defender
    lines = (attacker.line, defender.line)
    won = (attacker.won, defender.won)
    chips = (attacker.chips, defender.chips)
    found = attacker_wins(lines, won, chips, position.unfought)
    few = [np.array([*columns], np.uint8) for columns in won]
    assert (
        sim.exact.wargame(lines, chips, won)
        == sim.exact.wargame(lines, chips, few)
        == found
    )
    return found


def test_whole_battles_are_won_as_by_trying_every_move():
    chance = random.Random(9)
    for _ in range(tiers.size(1, 20)):
        lines = tuple(tuple(chance.sample(range(1, 14), 13)) for _ in "ab")
        assert sim.exact.wargame(lines) == attacker_wins(
            lines, (NOBODY, NOBODY), (0, 0), tuple(range(13))
        )


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"chips": 1},
            "wargame: not all are whole numbers, for two players; give two rows of cards",
        ),
        ({"won": ((0.0,), ())}, "wargame: not all are whole numbers"),
        (
            {"chips": (3, 0)},
            "chips: 3 is not a valid number of chips; give a whole number from 0 to 2",
        ),
        ({"lines": [range(13)] * 2}, "not two lines; give the cards 1 to 13 in each"),
        ({"won": ((0, 1, 2, 3), ())}, "each once, before anybody has won the game"),
        ({"won": ((0,), (0,))}, "give columns from 0 to 12"),
    ],
)
def test_what_is_no_position_is_refused(changed, message):
    with pytest.raises(UserError, match=message):
        sim.exact.wargame(**{"lines": [range(1, 14)] * 2, **changed})


@pytest.mark.parametrize(
    ("unfought", "positions"), [(1, 50), (2, 200), (3, 150), (4, 12)]
)
def test_with_few_columns_left_it_sees_to_the_end(unfought, positions):
    chance = random.Random(unfought)
    wins = 0
    for _ in range(positions):
        position = endgame(chance, unfought)
        won = solved(position)
        assert worth(position) == (WIN if won else -WIN)
        wins += won
    assert 0 < wins < positions


def seen(position, **more):
    """Return the position as its attacker sees it, or its defender, if ``attacked`` says where."""
    side = position.attacker
    other_side = position.defender
    if more.get("attacked", -1) >= 0:
        side, other_side = other_side, side
    result = tuple(
        (column in side.won) - (column in other_side.won) for column in range(13)
    )
    return view_of(
        side.line,
        other_side.line,
        result,
        own_chips=side.chips,
        other_chips=other_side.chips,
        **more,
    )


def defended(position, column):
    """Whether the attacker of a column wins, for each line that the defender can make."""
    attacker, defender, unfought = position
    won = attacker.won, defender.won
    return {
        line: holds(attacker.line, attacker.chips, line, chips, won, unfought, column)
        for line, chips in options(
            defender.line, defender.chips, attacker.won, unfought
        )
    }


def test_a_won_ending_is_won_move_by_move():
    """Whatever the other does: the search's moves keep every win."""
    chance = random.Random(7)
    kept = 0
    for _ in range(150):
        position = endgame(chance, chance.choice((2, 3)))
        if not solved(position):
            continue
        switch = answer(SWITCH, "search", seen(position))
        if switch:
            attacker = position.attacker.switched(*divmod(switch, 13))
            position = position._replace(attacker=attacker)
        column = answer(ATTACK, "search", seen(position))
        assert all(defended(position, column).values())
        kept += 1
    assert kept > 30


def test_a_defence_that_holds_is_found():
    chance = random.Random(8)
    found = 0
    for _ in range(300):
        position = endgame(chance, chance.choice((2, 3)))
        column = chance.choice(position.unfought)
        lost = defended(position, column)
        if all(lost.values()) or not any(lost.values()):
            continue
        switch = answer(SWITCH, "search", seen(position, attacked=column))
        defender = position.defender
        chosen = defender.switched(*divmod(switch, 13)) if switch else defender
        assert not lost[chosen.line]
        found += 1
    assert found > 30


# By hand.


def test_a_position_is_worth_the_sum_of_its_features():
    """Two columns are unfought, 9 against 4 and 5 against 5, and the players have won five and six."""
    mine = (9, 5, 1, 2, 3, 4, 6, 7, 8, 10, 11, 12, 13)
    theirs = (4, 5, 1, 2, 3, 6, 7, 8, 9, 10, 11, 12, 13)
    won = frozenset({2, 4, 6, 9, 12})
    lost = frozenset({3, 5, 7, 8, 10, 11})
    position = Position(
        Force(mine, won, 3, NOBODY), Force(theirs, lost, 1, NOBODY), (0, 1)
    )
    # Of the four pairs of cards, three are won by the 9 over 4 and 5 and the 5 over 4,
    # and one is equal. Both players have won in any four adjacent columns.
    expected = (
        WEIGHTS.tempo
        + WEIGHTS.wins[5]
        - WEIGHTS.wins[6]
        + 2 * WEIGHTS.chip
        + WEIGHTS.column
        + WEIGHTS.tie
        + WEIGHTS.edge * 3 // 2
    )
    assert evaluate(position) == expected


def test_runs_count_where_only_one_player_has_won():
    """Columns 1, 2 and 13 against column 6: fours from 1 and 2 have two and one of the attacker's, that from 10 one.

    The fours from 3 to 6 have the defender's alone, four of them one.
    """
    line = tuple(range(1, 14))
    forces = (
        Force(line, frozenset({0, 1, 12}), 0, NOBODY),
        Force(line, frozenset({5}), 0, NOBODY),
    )
    position = Position(
        *forces, tuple(column for column in range(13) if column not in (0, 1, 5, 12))
    )
    single, double = WEIGHTS.runs[1:3]
    runs = (double + single + single) - 4 * single
    cards = [line[column] for column in position.unfought]
    assert len(cards) == 9
    wins = WEIGHTS.wins[3] - WEIGHTS.wins[1]
    assert evaluate(position) == WEIGHTS.tempo + wins + 9 * WEIGHTS.tie + runs


def last_column(card, answered, suspects, back):
    """Return what the last battle is worth, six wins to six, to who attacks with one card on another."""
    rest, others = (
        [c for c in range(1, 14) if c != card_fought]
        for card_fought in (card, answered)
    )
    won = frozenset({1, 2, 4, 6, 8, 10})
    lost = frozenset({3, 5, 7, 9, 11, 12})
    return worth(
        Position(
            Force((card, *rest), won, 5, suspects),
            Force((answered, *others), lost, 5, back),
            (0,),
        )
    )


@pytest.mark.parametrize(
    ("card", "answered", "suspects", "back", "expected"),
    [
        (9, 5, NOBODY, NOBODY, WIN),
        (9, 5, frozenset({7, 8}), NOBODY, WIN),
        (9, 5, frozenset({9}), NOBODY, -WIN),
        (9, 5, frozenset({8, 9}), NOBODY, 0),
        (9, 5, frozenset({7, 8, 9}), NOBODY, (2 * WIN - WIN) // 3),
        (9, 10, frozenset({7, 8, 9}), NOBODY, -WIN),
        (9, 8, frozenset({7, 8, 9}), frozenset({8}), WIN),  # both declared: as without
        (9, 8, frozenset({9}), frozenset({7, 8}), 0),
        (7, 9, frozenset({7}), frozenset({9}), -WIN),
        (7, 9, NOBODY, frozenset({9}), WIN),
        (7, 9, NOBODY, frozenset({8, 9}), 0),
        # One in two that the defender's 9 is turned, then one in three that the 7 is
        # turned back.
        (
            7,
            9,
            frozenset({7, 8, 9}),
            frozenset({8, 9}),
            (-WIN + (2 * WIN - WIN) // 3) // 2,
        ),
    ],
)
def test_possible_traitors_are_means(card, answered, suspects, back, expected):
    assert last_column(card, answered, suspects, back) == expected


def test_what_a_player_knows_about_the_opponents_traitor():
    """The opponent has won six and could win with 9 or 13. The 8 has won, so the traitor is the 9 or the lost 7."""
    mine = (9, 8, 7, 5, 4, 3, 2, 1, 6, 10, 11, 12, 13)
    theirs = (5, 4, 8, 9, 6, 1, 3, 7, 2, 10, 12, 11, 13)
    result = (0, 1, -1, 1, -1, 1, -1, 1, -1, 1, 1, -1, 0)
    surely = {"kept": 7, "own_declared": 7}
    assert answer(ATTACK, "search", view_of(mine, theirs, result, **surely)) == 12
    # Once it is declared, or without traitors, both are sure and the left one is taken.
    assert (
        answer(
            ATTACK, "search", view_of(mine, theirs, result, **surely, other_declared=7)
        )
        == 0
    )
    assert answer(ATTACK, "search", view_of(mine, theirs, result)) == 0


def test_a_declaration_saves_the_chip():
    """A 7 attacks a 5 of a player who has won six: with the traitor card 7 no switch is needed, with the 9 one is."""
    mine = (5, 8, 7, 9, 4, 3, 2, 1, 6, 10, 11, 12, 13)
    theirs = (7, 4, 8, 9, 6, 1, 3, 5, 2, 10, 12, 11, 13)
    result = (0, 1, -1, 1, -1, 1, -1, 1, -1, 1, 1, -1, 0)
    for kept, switch in ((7, 0), (9, 13 * 0 + 12)):
        view = view_of(mine, theirs, result, attacked=0, own_chips=1, kept=kept)
        assert answer(SWITCH, "search", view) == switch


# The kernel.

SEARCH = "random/random/search/search"


@pytest.mark.parametrize(
    ("policies", "options"),
    [
        ([SEARCH, SEARCH], {}),
        (["search", "counter/hottest/extend/defend"], {}),
        (["mirror/nine/extend/search", "counter/random/search/never"], {"chips": 13}),
        (["random/random/search/defend", SEARCH], {"traitors": False}),
        ([SEARCH, "random/hottest/surest/decisive"], {"chips": 1, "first": 1}),
    ],
)
def test_the_kernel_searches_as_the_rulebook(policies, options):
    assert_same(policies, tiers.size(1, 60), seed=4, **options)


@pytest.mark.slow
@pytest.mark.parametrize("switch", ["never", "defend", "decisive"])
@pytest.mark.parametrize("attack", ["random", "surest", "extend", "block"])
def test_it_beats_every_other_way_to_fight(attack, switch):
    """Both deploy alike. 300 games in each seat: equals would win at least 58 % once in 10,000 seeds."""
    for opening in ("random/random", "counter/hottest"):
        other = f"{opening}/{attack}/{switch}"
        wins = 0
        for policies, seat in (
            ([f"{opening}/search/search", other], 0),
            ([other, f"{opening}/search/search"], 1),
        ):
            wins += int(
                (play_games(rules_of(policies), 2, 0, 300)["winner"] == seat).sum()
            )
        assert wins > 0.58 * 600
