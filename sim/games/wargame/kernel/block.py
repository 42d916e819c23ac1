"""Wargame, compiled: one game after the other, on the records that the players' policies see."""

from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload
from numpy.typing import NDArray

from sim.games.wargame.kernel.search import attack_from, switch_from
from sim.games.wargame.policies import cards, parts, search
from sim.games.wargame.policies.cards import ALL, ENOUGH, PLACES, RUN, SHOOTERS
from sim.games.wargame.policies.catalogue import POLICIES
from sim.games.wargame.policies.view import LATE
from sim.games.wargame.rules import COLUMNS, ENDINGS, WargameRules
from sim.kernels.columns import code_of, columns_type, filled
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.philox import PLAY, philox_block
from sim.kernels.words import LAST_BIT, ONE
from sim.policies.kernel.asking import move_by, note_fault
from sim.policies.kernel.pages import be_seated
from sim.policies.kernel.seats import open_chances, seats_of
from sim.policies.sets import count, has, lowest

for _helper in (
    cards.beats,
    cards.run_with,
    cards.breaks,
    cards.across_a_break,
    parts.favourable,
    parts.longest_run,
    parts.is_decisive,
):
    part(_helper)


@overload(search.best_attack)
def _attack_compiled(view: Any) -> Any:
    def compiled(view: Any) -> Any:
        return np.int64(attack_from(view))

    return compiled


@overload(search.best_switch)
def _switch_compiled(view: Any) -> Any:
    def compiled(view: Any) -> Any:
        return np.int64(switch_from(view))

    return compiled


_deployment, _traitor, _attack, _switch = map(move_by, POLICIES.parts)

beats, run_with, across_a_break = cards.beats, cards.run_with, cards.across_a_break
is_decisive = parts.is_decisive

COIN = 2
"""The code for a coin that decides who begins the deployment."""

NOBODY = -1

ALL_CARDS = ALL << 1

_BY_SEVEN, _BY_RUN = code_of(ENDINGS, "seven"), code_of(ENDINGS, "run")
"""The codes of the endings."""

Columns = columns_type(__name__, COLUMNS)


class Setting(NamedTuple):
    """The rules as the compiled code takes them.

    Attributes
    ----------
    first
        The player who begins the deployment, or ``COIN``.
    traitors
        Whether there are traitor cards.
    chips
        The number of chips that each player has.
    """

    first: int
    traitors: bool
    chips: int


def play_games(
    rules: WargameRules, seed: int, first: int, games: int
) -> dict[str, NDArray[np.integer]]:
    """Play the games ``first ... first+games-1``."""
    seats = seats_of(POLICIES, rules, seed)
    inputs = tuple(seats.parts), setting_of(rules), np.uint64(seed), np.uint64(first)
    columns = filled(Columns, COLUMNS, games, play_all, *inputs)
    seats.check()
    return columns


def setting_of(rules: WargameRules) -> Setting:
    """The rules as the compiled code takes them."""
    begins = COIN if rules.first == "random" else int(rules.first)
    return Setting(begins, rules.traitors, rules.chips)


@inlined
def _clear(views, chips, began):
    """Take all cards back, and give both players their chips."""
    for seat in range(2):
        view = views[seat]
        view.own[:] = 0
        view.other[:] = 0
        view.places[:] = 0
        view.other_places[:] = 0
        view.held = view.unfought = view.other_unfought = ALL_CARDS
        view.held_count = PLACES
        view.empty = view.open = ALL
        view.uncovered = view.won = view.lost = 0
        view.began = np.int64(began == seat)
        view.ahead = view.kept = view.own_declared = view.other_declared = 0
        view.own_chips = view.other_chips = chips
        view.attacked = -1


@inlined
def _place(view, theirs, card, place):
    """Lay a card that a player holds on an empty place."""
    view.own[place] = theirs.other[place] = card
    view.places[card] = theirs.other_places[card] = place
    view.held ^= 1 << card
    view.held_count -= 1
    view.empty ^= 1 << place
    if view.other[place]:
        view.uncovered ^= 1 << view.other[place]
    else:
        theirs.uncovered |= 1 << card


@part
def _deploy(players, game, began):
    """Lay out both lines; return whether all moves were legal."""
    for turn in range(2 * PLACES):
        # One card, then two by each player in turn, and one at the end.
        seat = began ^ (((turn + 1) >> 1) & 1)
        view = players.views[seat]
        move = PLACES * lowest(view.held) + lowest(view.empty)
        if view.held_count > 1:
            move = _deployment(players, seat)
            card = move // PLACES
            place = move % PLACES
            legal = move > 0 and card <= PLACES
            if not legal or not has(view.held, card) or not has(view.empty, place):
                note_fault(players.fault, game, seat, move)
                return False
        _place(view, players.views[1 - seat], move // PLACES, move % PLACES)
    return True


@inlined
def _compare(views):
    """Tell both players who is ahead after phase one, and return who is."""
    lead = 0
    for column in range(PLACES):
        card = views[0].own[column]
        other = views[1].own[column]
        lead += np.int64(beats(card, other)) - np.int64(beats(other, card))
    views[0].ahead = np.int64(lead > 0) - np.int64(lead < 0)
    views[1].ahead = -views[0].ahead
    return NOBODY if lead == 0 else np.int64(lead < 0)


@part
def _keep(players, game):
    """Let both players keep a traitor card.

    Return the set of those who declare late, -1 after a fault.
    """
    late = 0
    for seat in range(2):
        card = _traitor(players, seat)
        if card > LATE:
            late |= 1 << seat
            card -= LATE
        if card < SHOOTERS[0] or card > SHOOTERS[-1]:
            note_fault(players.fault, game, seat, card + LATE * ((late >> seat) & 1))
            return -1
        players.views[seat].kept = card
    return late


@part
def _can_switch(view):
    """Whether a player can switch any two cards: neighbours, if any."""
    last = -1
    if view.own_chips:
        for column in range(PLACES):
            if has(view.open, column):
                if last >= 0 and not across_a_break(last, column, view.lost):
                    return True
                last = column
    return False


@part
def _may_switch(players, game, seat):
    """Let a player switch two cards; return whether the answer was legal."""
    view = players.views[seat]
    theirs = players.views[1 - seat]
    if not _can_switch(view):
        return True
    move = _switch(players, seat)
    if move == 0:
        return True
    low = move // PLACES
    high = move % PLACES
    legal = 0 < move < PLACES * PLACES and low < high
    if not legal or not has(view.open, low) or not has(view.open, high):
        legal = False
    elif across_a_break(low, high, view.lost):
        legal = False
    if not legal:
        note_fault(players.fault, game, seat, move)
        return False
    card = view.own[low]
    other = view.own[high]
    view.own[low] = theirs.other[low] = other
    view.own[high] = theirs.other[high] = card
    view.places[card] = theirs.other_places[card] = high
    view.places[other] = theirs.other_places[other] = low
    view.own_chips -= 1
    theirs.other_chips -= 1
    return True


@inlined
def _choose_attack(players, game, seat):
    """The column that a player attacks; -1 after a fault."""
    view = players.views[seat]
    if view.open & (view.open - 1) == 0:
        return lowest(view.open)
    column = _attack(players, seat)
    if column < 0 or column >= PLACES or not has(view.open, column):
        note_fault(players.fault, game, seat, column)
        return -1
    return column


@inlined
def _after_traitors(views, winner, column, late):
    """Let the loser declare a traitor, then the other player; return the winner."""
    for _ in range(2):
        loser = 1 - winner
        shooter = views[winner].own[column]
        if views[loser].kept != shooter:
            break
        if has(late, loser) and not is_decisive(views[winner].won, column):
            break
        views[loser].own_declared = views[winner].other_declared = shooter
        winner = loser
    return winner


@inlined
def _battles(attacking, switching, game, attacker, late):
    """Fight until a player has won; return the winner, or ``NOBODY`` after a fault."""
    views = attacking.views
    while True:
        defender = 1 - attacker
        mine = views[attacker]
        theirs = views[defender]
        if not _may_switch(switching, game, attacker):
            return NOBODY
        column = _choose_attack(attacking, game, attacker)
        if column < 0:
            return NOBODY
        theirs.attacked = column
        if not _may_switch(switching, game, defender):
            return NOBODY
        theirs.attacked = -1
        card = mine.own[column]
        answer = theirs.own[column]
        winner = defender if beats(answer, card) else attacker
        winner = _after_traitors(views, winner, column, late)
        mine.unfought ^= 1 << card
        theirs.other_unfought = mine.unfought
        theirs.unfought ^= 1 << answer
        mine.other_unfought = theirs.unfought
        mine.open ^= 1 << column
        theirs.open = mine.open
        views[winner].won |= 1 << column
        views[1 - winner].lost = views[winner].won
        won = views[winner].won
        if count(won) == ENOUGH or run_with(won, column) >= RUN:
            return winner
        attacker = winner


@kernel
def play_all(players, rules, seed, first, columns):
    """Play games one after the other and write the outcome columns, or stop at an illegal move."""
    deploying, keeping, attacking, switching = players
    views = deploying.views
    for index in range(len(columns.winner)):
        game = first + np.uint64(index)
        began = rules.first
        if began == COIN:
            word, _, _, _ = philox_block(seed, PLAY, ONE, game)
            began = np.int64(word >> LAST_BIT)
        open_chances(deploying, game)
        _clear(views, rules.chips, began)
        if not _deploy(deploying, game, began):
            return
        ahead = _compare(views)
        late = 0
        if rules.traitors:
            late = _keep(keeping, game)
            if late < 0:
                return
        attacker = began if ahead == NOBODY else ahead
        winner = _battles(attacking, switching, game, attacker, late)
        if winner == NOBODY:
            return
        won_0 = count(views[0].won)
        won_1 = count(views[1].won)
        by_run = max(won_0, won_1) < ENOUGH
        columns.winner[index] = winner
        columns.ending[index] = _BY_RUN if by_run else _BY_SEVEN
        columns.first_deployer[index] = began
        columns.ahead[index] = ahead
        columns.battles[index] = won_0 + won_1
        columns.by_run[index] = by_run
        columns.wins_0[index] = won_0
        columns.wins_1[index] = won_1
        columns.switches_0[index] = rules.chips - views[0].own_chips
        columns.switches_1[index] = rules.chips - views[1].own_chips
        declared_0 = np.int64(views[0].own_declared > 0)
        declared_1 = np.int64(views[1].own_declared > 0)
        columns.traitors_declared[index] = declared_0 + declared_1


@kernel
def play_seated(seating, players, rules, seed, first, columns):
    """Play games with the policies of a page."""
    be_seated(players[0], seating[0])
    be_seated(players[1], seating[1])
    be_seated(players[2], seating[2])
    be_seated(players[3], seating[3])
    play_all(players, rules, seed, first, columns)
