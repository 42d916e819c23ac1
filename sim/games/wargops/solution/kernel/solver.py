"""The positions of WarGops for two solved from the last card back, compiled.

Each is a matrix game.

The two cards of a rank can lie in seven ways (`kernel.layout`): these are the digits of
the position's number, the highest rank first. They are ordered so that every trick
leads to a lower number: the highest rank that changes loses a card to the trash, or
goes from the pot to a hand. Of two mirror images, the one with the lower number is
solved.
"""

import numpy as np

from sim.games.wargops.kernel.table import collect
from sim.games.wargops.solution.kernel import layout as ways
from sim.games.wargops.solution.kernel.layout import (
    FIRST_BOTH,
    FIRST_LAST,
    IN_POT,
)
from sim.kernels.compiling import kernel, part
from sim.kernels.words import FOUR, ONE, THREE, TWO, ZERO
from sim.policies.kernel.asking import fill_shares
from sim.solver.kernel.matrix_games import best_row, solve_game

_MIRRORED = np.array([0, 2, 1, 3, 6, 5, 4], np.uint64)
"""Each digit with the players exchanged."""


@part
def swapped(rules, position):
    """The position with the players exchanged."""
    mirrored = ZERO
    power = ONE
    for _ in range(rules.ranks):
        mirrored += _MIRRORED[position % ways.DIGITS] * power
        position //= ways.DIGITS
        power *= ways.DIGITS
    return mirrored


@part
def look_at(rules, position, work):
    """Record what each player can lay, and how the position changes with it."""
    first = ZERO
    second = ZERO
    to_first = ZERO
    to_second = ZERO
    rest = position
    power = ONE
    for rank in range(rules.ranks):
        code = rest % ways.DIGITS
        rest //= ways.DIGITS
        if code == IN_POT:
            to_first -= (IN_POT - FIRST_LAST) * power
            to_second -= (IN_POT - ways.SECOND_LAST) * power
        if code == FIRST_LAST or code == FIRST_BOTH or code == ways.EACH:
            work.first_ranks[first] = rank
            # A card goes to the trash: the digit falls from one card to none, or from
            # two to the one that is left.
            lost = ONE if code == FIRST_LAST else THREE
            work.first_wins[first] = ZERO - lost * power
            work.first_loses[first] = power
            work.ties[first] = ZERO - (ways.EACH - IN_POT) * power
            first += ONE
        if code == ways.SECOND_LAST or code == ways.SECOND_BOTH or code == ways.EACH:
            work.second_ranks[second] = rank
            lost = TWO if code == ways.SECOND_LAST else FOUR
            work.second_wins[second] = ZERO - lost * power
            work.second_loses[second] = ZERO - power
            second += ONE
        power *= ways.DIGITS
    return first, second, to_first, to_second


@part
def after(first, second, to_first, to_second, position, work):
    """The position after a pair of cards.

    They are numbered as :func:`look_at` numbers them.
    """
    rank = work.first_ranks[first]
    other = work.second_ranks[second]
    if rank > other:
        return position + work.first_wins[first] + work.second_loses[second] + to_first
    if rank < other:
        return position + work.second_wins[second] + work.first_loses[first] + to_second
    return position + work.ties[first]


@part
def final_value(rules, position):
    """The value of a position in which at least one player has no cards.

    It is the points of the other, with their sign.
    """
    first = 0
    second = 0
    pot = 0
    for rank in range(rules.ranks):
        code = position % ways.DIGITS
        position //= ways.DIGITS
        points = np.int64(rank) + 1
        if code == IN_POT:
            pot += points
        elif code == FIRST_LAST or code == FIRST_BOTH or code == ways.EACH:
            first += points if code != FIRST_BOTH else points + points
        if code == ways.SECOND_LAST or code == ways.SECOND_BOTH or code == ways.EACH:
            second += points if code != ways.SECOND_BOTH else points + points
    if rules.pot_to_survivor:
        if first:
            first += pot
        elif second:
            second += pot
    return np.float64(first - second)


@part
def fill_payoffs(first, second, to_first, to_second, position, values, work):
    """Fill the payoff matrix from the values of the positions after each pair of cards."""
    for i in range(first):
        for j in range(second):
            work.payoffs[i * second + j] = values[
                after(i, j, to_first, to_second, position, work)
            ]


@part
def solve_position(rules, position, is_even, values, work):
    """Solve a position from the values of the next positions."""
    first, second, to_first, to_second = look_at(rules, position, work)
    if first == ZERO or second == ZERO:
        return final_value(rules, position), 0.0, first, second
    fill_payoffs(first, second, to_first, to_second, position, values, work)
    value, gap = solve_game(
        work.payoffs, second, first, second, work.first, work.second, work.game
    )
    if is_even:
        for i in range(first):
            work.second[i] = work.first[i]
    return value, gap, first, second


@kernel
def mixture_of(rules, position, values, work):
    """Fill ``work.first`` with the first player's mixture in a position.

    Return how many ranks that player holds.

    Of two positions that differ only in which player is first, the lower one decides
    for both, as in the solution.
    """
    other = swapped(rules, position)
    if position <= other:
        _, _, first, _ = solve_position(
            rules, position, position == other, values, work
        )
        return first
    _, _, _, first = solve_position(rules, other, False, values, work)
    for i in range(first):
        work.first[i] = work.second[i]
    return first


@kernel
def fill_mixtures(rules, positions, values, mixtures, work):
    """Fill the first player's mixtures in some positions."""
    for place in range(np.uint64(len(positions))):
        held = mixture_of(rules, positions[place], values, work)
        for i in range(held):
            mixtures[place, i] = work.first[i]


@kernel
def mark_piece(rules, piece, marks, work):
    """Mark the positions that can follow the marked ones of a piece of a layer.

    Each trick leaves a card in the trash, and leads to a lower number. Return how many
    positions the piece has, and how many matrix games.
    """
    reached = 0
    games = 0
    for position in range(piece.first, piece.last):
        if marks[position] != piece.mark:
            continue
        reached += 1
        first, second, to_first, to_second = look_at(rules, position, work)
        if first * second > ZERO:
            games += position <= swapped(rules, position)
        for i in range(first):
            for j in range(second):
                child = after(i, j, to_first, to_second, position, work)
                marks[child] = piece.mark - np.uint8(1)
    return reached, games


@kernel
def visit_piece(rules, piece, marks, values, solves, best, work):
    """Solve the marked positions of a piece of a layer.

    Return the largest gap of a matrix game, in points.

    Values are filled if it ``solves``, otherwise they are known. If not None, ``best``
    is filled with the most that the first player can get in every position against the
    second player's strategy.

    The strategies follow from the values of the next positions, but what they are worth
    does not: it is computed from what the best responses get there. So a wrong value
    anywhere shows as a response that gains. As the second player of a position is the
    first of its mirror image, one array is enough.
    """
    widest = 0.0
    for position in range(piece.first, piece.last):
        if marks[position] != piece.mark:
            continue
        other = swapped(rules, position)
        if other < position:
            continue
        value, gap, first, second = solve_position(
            rules, position, other == position, values, work
        )
        widest = max(widest, gap)
        if solves:
            values[position] = value
            if other != position:
                values[other] = -value
        if best is None:
            continue
        if first == ZERO or second == ZERO:
            best[position] = final_value(rules, position)
            best[other] = final_value(rules, other)
            continue
        best[position] = _best_answer(rules, position, work.second, best, work)
        if other != position:
            best[other] = _best_answer(rules, other, work.first, best, work)
    return widest


@kernel
def respond_piece(rules, piece, marks, best, works):
    """Fill the most that the first player gets in a piece against a policy.

    The second player plays it; return whether its moves are legal.
    """
    work, players, shares = works
    view = players.views[0]
    for position in range(piece.first, piece.last):
        if marks[position] != piece.mark:
            continue
        first, second, to_first, to_second = look_at(rules, position, work)
        if first == ZERO or second == ZERO:
            best[position] = final_value(rules, position)
            continue
        if second == ONE:
            # A policy is not asked for the only rank.
            work.second[0] = 1.0
        else:
            _show(view, position)
            if not fill_shares(players, 1, view.hand, shares):
                return False
            for j in range(second):
                work.second[j] = shares[work.second_ranks[j] + ONE]
        fill_payoffs(first, second, to_first, to_second, position, best, work)
        best[position] = best_row(work.payoffs, first, second, work.second)
    return True


@part
def _show(view, position):
    """Show a position to the second player."""
    view.seat = 1
    view.in_game = 3
    view.pots = 0
    view.pot_players[0] = 3
    view.hands[:] = 0
    view.sizes[:] = 0
    for rank in range(1, view.ranks + 1):
        code = position % ways.DIGITS
        position //= ways.DIGITS
        first = np.int64(code == FIRST_LAST)
        second = np.int64(code == ways.SECOND_LAST)
        if code == FIRST_BOTH:
            first = np.int64(2)
        elif code == ways.SECOND_BOTH:
            second = np.int64(2)
        elif code == ways.EACH:
            first = second = np.int64(1)
        waits = np.int64(code == IN_POT)
        view.pot_cards[0, rank] = waits
        view.pots |= waits
        view.trash[rank] = 2 - first - second - waits
        view.cards[0, rank] = 0
        view.cards[1, rank] = 0
        collect(view, 0, rank, first)
        collect(view, 1, rank, second)
    view.hand = view.hands[1]
    view.held = view.sizes[1]


@part
def _best_answer(rules, position, mixture, best, work):
    """The most that the first player can get in a position against the second player's mixture."""
    first, second, to_first, to_second = look_at(rules, position, work)
    fill_payoffs(first, second, to_first, to_second, position, best, work)
    return best_row(work.payoffs, first, second, mixture)
