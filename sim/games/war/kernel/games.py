"""Games of War, compiled, each with its row.

A game is played from the deal to its end, its first repetition or the cap.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.cards import ACE
from sim.games.packets.codes import CAP, CYCLE, DRAW
from sim.games.packets.kernel.leads import see_round, write_leads
from sim.games.packets.kernel.rows import Played, count_packet, write_row
from sim.games.war.kernel.codes import OVER, REPEATED, RUNNING
from sim.games.war.kernel.marks import (
    EVERY,
    LOGGED,
    NONE,
    PATIENCE,
    SIZE,
    begin,
    is_logged,
    look,
    mark_of,
    new_marks,
)
from sim.games.war.kernel.play import TO_NEXT_LOOK, UNWATCHED, WATCHED, Work, advance
from sim.games.war.kernel.table import (
    ALIVE,
    COUNTS,
    DOUBLE,
    ENDING,
    FIRST_OUT,
    HEAD,
    LAID,
    LONGER,
    LONGEST,
    PLAYS,
    ROUNDS,
    SEAT,
    SINGLE,
    TAIL,
    TRIPLE,
    TURNED,
    UNFOUGHT,
    WARS,
    WINNER,
    WINNER_LOW,
    Game,
    copy_game,
    divide,
    held,
    load,
    new_chance,
    new_games,
    open_chance,
    same_position,
)
from sim.kernels.compiling import inlined, kernel
from sim.kernels.words import NEVER, ONE, ZERO


class Games(NamedTuple):
    """The game that is played, two more of its deal, and the counts at the cap.

    One of the two is ahead of the other.
    """

    game: Game
    ahead: Game
    behind: Game
    capped: NDArray[np.int64]


def lay_tables(sizes: Sequence[int], seed: int) -> tuple[Games, Work]:
    """The games and the workspace for deals with packets of these sizes."""
    rooms = divide(sizes)
    table, places, counts = new_games(rooms, 3)
    game, ahead, behind = (
        Game(table[which], places[which], counts[which]) for which in range(3)
    )
    games = Games(game, ahead, behind, np.zeros(COUNTS, np.int64))
    return games, Work(rooms, new_chance(seed), new_marks(rooms))


@inlined
def _returns_within(game, other, setting, most, work):
    """After how many rounds a position comes again, 0 if not within ``most``."""
    copy_game(game, other)
    for rounds in range(1, most + 1):
        advance(game, setting, setting.house, game.counts[ROUNDS] + 1, UNWATCHED, work)
        if same_position(game, other):
            return rounds
    return 0


@inlined
def _first_repetition(job, start, games, setting, mark, period, work):
    """Play the game ahead to its first repetition.

    The first mark on the cycle and the cycle's length are known.

    Two games, one ahead of the other by the period, agree from the round on in which
    the one behind reaches the cycle.
    """
    ahead = games.ahead
    behind = games.behind
    marks = work.marks
    if mark == ZERO:
        load(job, start, behind, work.rooms)
    else:
        copy_game(mark_of(marks, mark - ONE), behind)
    copy_game(behind, ahead)
    reached = behind.counts[ROUNDS] + period
    latest = mark
    while (
        latest < marks.numbers[SIZE]
        and mark_of(marks, latest).counts[ROUNDS] <= reached
    ):
        latest += ONE
    if latest > mark:
        copy_game(mark_of(marks, latest - ONE), ahead)
    advance(ahead, setting, setting.house, reached, UNWATCHED, work)
    while not same_position(ahead, behind):
        for game in (ahead, behind):
            advance(
                game, setting, setting.house, game.counts[ROUNDS] + 1, UNWATCHED, work
            )


@inlined
def _watch_beyond(game, setting, most, work):
    """Play a game that has reached the cap on, to see whether it is on a cycle.

    Return as :func:`advance` does.

    If a position has come again by the cap, the cycle is no longer than the cap.
    """
    marks = work.marks
    if marks.numbers[LOGGED] != NEVER and marks.numbers[EVERY] == ZERO:
        # The next position to be looked at has come before, too; with a low cap it is
        # soon seen that it has not.
        limit = most + np.int64(PATIENCE)
        status, mark = advance(game, setting, setting.house, limit, TO_NEXT_LOOK, work)
        if status == OVER:
            return OVER, NONE
        if game.counts[ROUNDS] < limit:
            if not is_logged(game, marks):
                return RUNNING, NONE
            mark = look(game, marks)
            if mark != NONE:
                return REPEATED, mark
    # A mark is made soon after the cycle is reached, and comes again one period later.
    soon = 2 * (np.int64(PATIENCE) + work.rooms.total)
    return advance(game, setting, setting.house, 2 * most + soon, WATCHED, work)


@inlined
def _result(counts):
    """The result of the game so far."""
    return Played(
        ending=counts[ENDING],
        rounds=counts[ROUNDS],
        battles=counts[ROUNDS] + counts[WARS] - counts[UNFOUGHT],
        plays=counts[PLAYS],
        wars=counts[WARS],
        taker=counts[WINNER],
        low=counts[WINNER_LOW],
        single=counts[SINGLE],
        double=counts[DOUBLE],
        triple=counts[TRIPLE],
        longer=counts[LONGER],
        longest=counts[LONGEST],
    )


@inlined
def _write(job, index, counts, rows, first_out):
    """Write the row of a deal, given the counts at the end of its game."""
    aces, rank_sum = count_packet(job, index, ACE)
    first_out[index] = counts[FIRST_OUT]
    write_row(rows, index, _result(counts), aces, rank_sum)


@inlined
def _settle_endless(job, start, games, setting, status, mark, work):
    """Finish a deterministic game that nobody has won by the cap.

    It ends at its first repetition, or at the cap.
    """
    game = games.game
    most = np.int64(job.max_rounds)
    for count in range(COUNTS):
        games.capped[count] = game.counts[count]
    if status == RUNNING:
        status, mark = _watch_beyond(game, setting, most, work)
    repeated = False
    if status == REPEATED:
        period = game.counts[ROUNDS] - mark_of(work.marks, mark).counts[ROUNDS]
        if work.marks.numbers[EVERY] != ZERO:
            # The mark may have come again before the game was looked at after every
            # round.
            period = _returns_within(game, games.ahead, setting, period, work)
        _first_repetition(job, start, games, setting, mark, period, work)
        repeated = games.ahead.counts[ROUNDS] <= most
    counts = games.ahead.counts if repeated else games.capped
    for count in range(COUNTS):
        game.counts[count] = counts[count]
    game.counts[ENDING] = CYCLE if repeated else CAP


@kernel
def play_games(
    job: Any, games: Any, setting: Any, work: Any, rows: Any, first_out: Any
) -> None:
    """Play every deal of a job, and write its row.

    Also the first player to lose all cards; -1 if nobody did.
    """
    game = games.game
    counts = games.game.counts
    most = np.int64(job.max_rounds)
    watch = WATCHED if setting.watched else UNWATCHED
    for index in range(np.uint64(len(first_out))):
        start = index * job.width
        load(job, start, game, work.rooms)
        if setting.watched:
            begin(game, work.marks, most)
        else:
            open_chance(work.chance, job.first + index)
        status, mark = advance(game, setting, setting.house, most, watch, work)
        if status != OVER:
            if not setting.watched:
                counts[ENDING] = CAP
            else:
                _settle_endless(job, start, games, setting, status, mark, work)
        _write(job, index, counts, rows, first_out)


@kernel
def cycle_lengths(
    job: Any, games: Any, setting: Any, work: Any, rounds: Any, lengths: Any
) -> None:
    """Write the length of the cycle of every deal of a job.

    The round of its first repetition is given.
    """
    game = games.game
    for index in range(np.uint64(len(lengths))):
        load(job, index * job.width, game, work.rooms)
        advance(game, setting, setting.house, rounds[index], UNWATCHED, work)
        lengths[index] = _returns_within(
            game, games.ahead, setting, rounds[index], work
        )


@kernel
def leave_packs(job: Any, games: Any, setting: Any, work: Any, packs: Any) -> None:
    """Write the pack that every game of two players leaves.

    It is the packets of those still in, then the cards not dealt.

    The players still in, in seat order: the winner alone, or both if nobody has won.
    """
    game = games.game
    table, places, counts = game
    most = np.int64(job.max_rounds)
    for index in range(np.uint64(len(packs))):
        start = index * job.width
        load(job, start, game, work.rooms)
        begin(game, work.marks, most)
        status, mark = advance(game, setting, setting.house, most, WATCHED, work)
        if status != OVER:
            _settle_endless(job, start, games, setting, status, mark, work)
            rounds = counts[ROUNDS]
            load(job, start, game, work.rooms)
            advance(game, setting, setting.house, rounds, UNWATCHED, work)
        to = 0
        for player in range(np.uint64(counts[ALIVE])):
            head = places[HEAD + player]
            tail = places[TAIL + player]
            # After a draw each takes back what he laid, under his packet.
            laid = places[LAID + player] if counts[ENDING] == DRAW else ZERO
            for place in range(tail - head):
                turned = (
                    laid + place
                    if laid + place < tail - head
                    else laid + place - (tail - head)
                )
                packs[index, to] = table[head + turned]
                to += 1
        for place in range(np.uint64(to), job.width):
            packs[index, place] = job.cards[start + place]


@kernel
def follow_games(
    job: Any,
    games: Any,
    setting: Any,
    work: Any,
    rounds: Any,
    winners: Any,
    lead: Any,
    rows: Any,
) -> None:
    """Play every deal of a job again, to the end of a number of rounds, and write who was ahead."""
    game = games.game
    counts = games.game.counts
    places = games.game.places
    held_by, noted = lead
    for index in range(np.uint64(len(rounds))):
        load(job, index * job.width, game, work.rooms)
        open_chance(work.chance, job.first + index)
        work.chance.words[TURNED] = ZERO
        while True:
            for seat in range(np.uint64(len(held_by))):
                held_by[seat] = 0
            for player in range(np.uint64(counts[ALIVE])):
                held_by[places[SEAT + player]] = held(places, player)
            see_round(held_by, noted, _result(counts))
            if counts[ROUNDS] >= rounds[index]:
                break
            advance(game, setting, setting.house, counts[ROUNDS] + 1, UNWATCHED, work)
        shuffles = work.chance.words[TURNED]
        write_leads(rows, index, noted, winners[index], shuffles)
