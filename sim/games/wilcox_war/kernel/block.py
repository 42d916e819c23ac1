"""Wilcox War, compiled: one game after the other, turn by turn.

It plays on the records that the players' policies see.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.contract.events import NOBODY, UNFINISHED
from sim.games.wilcox_war import equilibrium, policies
from sim.games.wilcox_war.kernel.table import (
    PILES,
    cards_of,
    count_unseen,
    deal_in,
    has_card,
    hide,
    lay,
    take,
    take_pair,
    take_top,
)
from sim.games.wilcox_war.policies import POLICIES
from sim.games.wilcox_war.rules import COLUMNS, ENDINGS, WilcoxWarRules
from sim.kernels.chances import CHANCE
from sim.kernels.columns import code_of, columns_type, filled
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import PLAY, open_stream
from sim.kernels.words import ONE, THREE, ZERO
from sim.policies.kernel.asking import move_by, note_fault
from sim.policies.kernel.pages import PagePlayers, be_seated
from sim.policies.kernel.seats import Players, open_chances, seats_of

for _helper in (
    equilibrium.weights_at,
    equilibrium.most_in,
    equilibrium.equalizing,
    equilibrium.row_cofactors,
    equilibrium.optimal_weights,
    policies.payoff,
    policies.payoffs_of,
    policies.battle_payoffs,
    policies.lowest_above,
    policies.equals,
):
    part(_helper)

move_of = move_by(POLICIES.parts[0])
"""The card of a seat's policy, compiled."""

CARDS, RUN_OUT, CAP = (
    code_of(ENDINGS, "cards"),
    code_of(ENDINGS, "run-out"),
    code_of(ENDINGS, "cap"),
)
"""The codes of the endings."""

STOPPED = np.uint64(4)
"""The code that stops the games: a user's own policy has named a card that is not in
its hand. It stands where otherwise the players are who could not draw or hide a
card."""

Columns = columns_type(__name__, COLUMNS)


class Limits(NamedTuple):
    """The rules as the compiled games take them.

    Attributes
    ----------
    play_on
        Whether score piles are played again.
    prizes
        uint64: the cards that each player hides in a war.
    least
        uint64: the fewest cards with which a score pile becomes a draw pile again; once
        through, more than there are.
    most_turns
        The number of turns after which a game is stopped, at most 2**31 - 1, the
        largest number in a column.
    by_own
        Whether a user's own policy plays.
    """

    play_on: bool
    prizes: np.uint64
    least: np.uint64
    most_turns: int
    by_own: bool


def play_block(
    rules: WilcoxWarRules,
    deals: NDArray[np.uint8],
    layout: Layout,
    seed: int,
    first: int,
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end."""
    seats = seats_of(POLICIES, rules, seed)
    inputs = arguments_of(rules, deals, seats.parts[0], seed, first)
    columns = filled(Columns, COLUMNS, len(deals), play_all, *inputs)
    seats.check()
    return columns


def arguments_of(
    rules: WilcoxWarRules,
    deals: NDArray[np.uint8],
    players: Players | PagePlayers,
    seed: int,
    first: int,
) -> tuple[Any, ...]:
    """The arguments of :func:`play_all` besides the columns."""
    limits = Limits(
        rules.play_on,
        np.uint64(rules.prizes),
        np.uint64(rules.least if rules.play_on else deals.shape[1] + 1),
        min(rules.max_turns, np.iinfo(np.int32).max),
        any(not isinstance(choice, str) for [choice] in rules.policies),
    )
    stream = np.zeros(CHANCE, np.uint64), np.uint64(seed), np.uint64(first)
    return deals.reshape(-1), limits, players, np.zeros(2, PILES), *stream


@inlined
def _insert(view, card):
    """Add a card to a hand of two."""
    low = view.hand[0]
    high = view.hand[1]
    view.hand[0] = min(low, card)
    view.hand[1] = max(low, min(high, card))
    view.hand[2] = max(high, card)
    view.held = 3


@inlined
def _remove(view, card):
    """Take a card out of a hand; zeros stand for missing cards.

    Without branches: nobody can predict which card is played.
    """
    low = view.hand[0]
    middle = view.hand[1]
    high = view.hand[2]
    view.hand[0] = middle if card == low else low
    view.hand[1] = middle if card == high and card != low else high
    view.hand[2] = 0
    view.held -= 1


@inlined
def _show(players, piles, ties, limits):
    """Let both players see both hands and the pot.

    A user's own policy also sees what no named one looks at.
    """
    for seat in range(2):
        view = players.views[seat]
        others = players.views[1 - seat]
        mine = piles[seat]
        for place in range(3):
            others.other[place] = view.hand[place]
        others.other_held = view.held
        view.pot = 2 * np.int64(mine.laid)
        if limits.by_own:
            _show_piles(view, others, mine, ties, limits.prizes)


@part
def _show_piles(view, others, mine, ties, prizes):
    """Let both players see what a player has beside the hand."""
    size = mine.bottom - mine.top
    top = np.int64(mine.pile[mine.top]) if size > ZERO else np.int64(0)
    view.top = others.other_top = top
    view.pile = others.other_pile = np.int64(size)
    view.score = others.other_score = np.int64(mine.won)
    view.ties = ties
    view.at_war = np.int64(ties > 0)
    view.prizes = np.int64(mine.laid) - ties
    count_unseen(mine, prizes, view.unseen)
    count_unseen(mine, prizes, others.other_unseen)


@part
def _choose(players, game, seat):
    """The card that a player lays, checked; 0 after a fault."""
    view = players.views[seat]
    card = view.hand[0]
    if card != view.hand[np.uint64(view.held - 1)]:
        card = move_of(players, seat)
        # Not `or`: nobody can predict which of the cards it is.
        hand = view.hand
        in_hand = (card == hand[0]) | (card == hand[1]) | (card == hand[2])
        if card <= 0 or not in_hand:
            note_fault(players.fault, game, seat, card)
            return np.int64(0)
    return card


@inlined
def _failures(first, second):
    """Who could not do a step: a set of players, from whether both could."""
    return np.uint64(not first) | (np.uint64(not second) << ONE)


@inlined
def _draw(players, piles, least, state, seed):
    """Let both players draw a card; return who could not."""
    can_0 = has_card(piles[0], least, state, seed)
    can_1 = has_card(piles[1], least, state, seed)
    if can_0:
        _insert(players.views[0], take_top(piles[0]))
    if can_1:
        _insert(players.views[1], take_top(piles[1]))
    return _failures(can_0, can_1)


@inlined
def _turn(players, piles, limits, game, state, seed):
    """Play a battle with its wars and the draw after it.

    Return who has failed, and the number of wars.
    """
    mine = piles[0]
    theirs = piles[1]
    view_0 = players.views[0]
    view_1 = players.views[1]
    ties = np.int64(0)
    while True:
        _show(players, piles, ties, limits)
        card_0 = _choose(players, game, 0)
        card_1 = np.int64(0)
        if card_0:
            card_1 = _choose(players, game, 1)
        if not card_1:
            return STOPPED, ties
        _remove(view_0, card_0)
        _remove(view_1, card_1)
        settled = card_0 != card_1
        winner = mine if card_0 > card_1 else theirs
        if settled and ties == 0:
            take_pair(winner, max(card_0, card_1), min(card_0, card_1))
        else:
            lay(mine, card_0)
            lay(theirs, card_1)
        if settled and ties:
            take(winner, winner)
            take(winner, theirs if card_0 > card_1 else mine)
            view_0.tied[:ties] = view_1.tied[:ties] = 0
        elif not settled:
            view_0.tied[ties] = view_1.tied[ties] = card_0
        failed = _draw(players, piles, limits.least, state, seed)
        if settled:
            return failed, ties
        if not (failed and limits.play_on):
            hid_0 = hide(mine, limits.prizes, limits.least, state, seed)
            hid_1 = hide(theirs, limits.prizes, limits.least, state, seed)
            failed = _failures(hid_0, hid_1)
        if failed and limits.play_on:
            return failed, ties
        if not view_0.held:
            take(mine, mine)
            take(theirs, theirs)
            return THREE, ties
        ties += 1


@inlined
def _with_more(count_0, count_1):
    """The player with the larger count, or the code of a draw."""
    return np.int64(NOBODY) if count_0 == count_1 else np.int64(count_0 < count_1)


@kernel
def play_all(deals, limits, players, piles, state, seed, first, columns):
    """Play every deal to the end and write the outcome columns, or stop at an illegal card."""
    size = np.uint64(len(deals) // (2 * len(columns.winner)))
    for index in range(np.uint64(len(columns.winner))):
        game = first + index
        open_stream(state, game, PLAY)
        open_chances(players, game)
        for seat in range(2):
            at = np.uint64(2) * index * size + np.uint64(seat)
            view = players.views[seat]
            deal_in(piles[seat], deals, at, size)
            view.hand[0] = view.hand[1] = 0
            view.tied[:] = 0
            low = take_top(piles[seat])
            high = take_top(piles[seat])
            view.hand[0] = min(low, high)
            view.hand[1] = max(low, high)
            _insert(view, take_top(piles[seat]))
        turns = wars = np.int64(0)
        failed = ZERO
        while not failed and turns < limits.most_turns:
            turns += 1
            failed, ties = _turn(players, piles, limits, game, state, seed)
            wars += ties
        if failed == STOPPED:
            return
        cards_0 = cards_of(piles[0]) + players.views[0].held
        cards_1 = cards_of(piles[1]) + players.views[1].held
        if not failed:
            ending = CAP
            winner = np.int64(UNFINISHED)
        elif not limits.play_on:
            ending = CARDS
            winner = _with_more(cards_0, cards_1)
        else:
            ending = RUN_OUT
            winner = np.int64(failed == ONE)
            if failed == THREE:
                winner = _with_more(piles[0].won, piles[1].won)
        columns.winner[index] = winner
        columns.ending[index] = ending
        columns.cards_0[index] = cards_0
        columns.cards_1[index] = cards_1
        columns.battles[index] = turns + wars
        columns.wars[index] = wars
        columns.turns[index] = turns


@kernel
def play_seated(seating, deals, limits, players, piles, state, seed, first, columns):
    """Play every deal with the policies of a page."""
    be_seated(players, seating)
    play_all(deals, limits, players, piles, state, seed, first, columns)
