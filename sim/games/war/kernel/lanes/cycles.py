"""Games that repeat for ever, found among those played side by side.

They are found by the cards that they have left behind.

With pots picked up by seats, two games in five never end, and six of seven of those go
round in as many plays as there are cards. Nothing is overwritten in a row of cards
through which a packet moves forward: behind the head lie all cards that its player has
played. If a game is on a cycle, both packets lie once more in the rows, as many plays
before as the cycle is long, and so do the cards between, back to where the game came to
the cycle::

    row of player 0     ... 4 9 J 2 | 7 Q 3 8 ... | 7 Q 3 8 ...
                              differ  ^ alike       ^ head
                                      the cycle begins

Every so often a game is looked at for that, and its counts are kept. From those at the
last look before the first repetition, its rounds are counted once more as far as there:
the cards of both players lie side by side.
"""

import numpy as np

from sim.games.packets.codes import CYCLE, UNFINISHED
from sim.games.war.kernel.codes import beats
from sim.games.war.kernel.lanes.layout import FURTHEST
from sim.games.war.kernel.lanes.table import (
    ENDING,
    HEAD_0,
    HELD,
    LEAST,
    LONGEST,
    MOST,
    PLAYS,
    ROUNDS,
    SINGLE,
    STATE,
    WARS,
    WINNER,
)
from sim.kernels.compiling import inlined, part
from sim.kernels.vectors import eight_at
from sim.kernels.words import ONE, ZERO

WHOLE = 8
"""At this look, and each time that there have been twice as many, cycles of any length
are looked for."""


@inlined
def begin_marks(many, lane):
    """Keep the counts of a game as its first mark.

    Its packets lie at the beginning of their rooms.
    """
    lane.state[HEAD_0] = lane.room
    many.marked[lane.slot] = 0
    mark(many, lane)
    lane.group.until[lane.at] = FURTHEST


@inlined
def mark(many, lane):
    """Keep the counts of a game, and where its packets lie."""
    at = many.marked[lane.slot]
    for place in range(STATE):
        many.marks[lane.slot, at, place] = lane.state[place]
    many.marked[lane.slot] = at + 1


@inlined
def last_mark(many, lane):
    """The place of the head at the last mark."""
    return many.marks[lane.slot, many.marked[lane.slot] - 1, HEAD_0] - lane.room


@inlined
def same_cards(cards, first, second, count):
    """Whether the same cards lie at two places."""
    for place in range(count):
        if cards[first + place] != cards[second + place]:
            return False
    return True


@part
def _plays_since(cards, rows, head, sizes, step):
    """How many plays ago both packets were as they are now, 0 if they never were.

    The rows of both players begin at ``rows``; both have played as far as ``head``, and
    hold ``sizes`` cards. Only multiples of ``step`` are tried.
    """
    packet = rows[0] + head
    other_packet = rows[1] + head
    larger = packet if sizes[0] >= sizes[1] else other_packet
    first = eight_at(cards, larger)
    for plays in range(step, head + ONE, step):
        if eight_at(cards, larger - plays) == first:
            if same_cards(cards, packet - plays, packet, sizes[0]) and same_cards(
                cards, other_packet - plays, other_packet, sizes[1]
            ):
                return plays
    return ZERO


@inlined
def _take_mark(many, slot, place, earliest):
    """Set the state of a game to its last mark up to a place.

    A mark that is earlier than another place is not taken.
    """
    state = many.states[slot]
    marks = many.marks[slot]
    first = marks[0, HEAD_0]
    at = many.marked[slot] - 1
    while marks[at, HEAD_0] - first > np.int64(place):
        at -= 1
    if marks[at, HEAD_0] - first >= np.int64(earliest):
        for field in range(STATE):
            state[field] = marks[at, field]


@inlined
def _recount_until(cards, state, rows, until, step_size, setting):
    """Count rounds up to the first that begins at a place or later.

    Return where it begins. The count starts where the state is.
    """
    first, second = rows
    reached = np.uint64(state[HEAD_0]) - first
    held = state[HELD]
    least = state[LEAST]
    most = state[MOST]
    rounds = state[ROUNDS]
    plays = state[PLAYS]
    while reached < until:
        begin = reached
        wars = 0
        while cards[first + reached] == cards[second + reached]:
            wars += 1
            reached += np.uint64(step_size)
        won = beats(cards[first + reached], cards[second + reached], setting)
        reached += ONE
        laid = np.int64(reached - begin)
        held += laid if won else -laid
        least = min(least, held)
        most = max(most, held)
        rounds += 1
        plays += laid
        if wars > 0:
            state[WARS] += wars
            state[SINGLE + min(wars, 4) - 1] += 1
            state[LONGEST] = max(state[LONGEST], wars)
    state[HELD] = held
    state[LEAST] = least
    state[MOST] = most
    state[ROUNDS] = rounds
    state[PLAYS] = plays
    state[HEAD_0] = np.int64(first + reached)
    return reached


@part
def _recount(many, slot, rows, place, plays, step_size):
    """Count the rounds of a game again up to its first repetition, and set its state to that.

    From ``place`` on, the cards in the rows are those that lie ``plays`` further.
    Return whether the position after the first round that ends there or later comes
    again.
    """
    cards = many.cards
    state = many.states[slot]
    entered = ZERO
    until = place
    held_there = np.int64(-1)
    head = np.uint64(many.marks[slot, many.marked[slot] - 1, HEAD_0]) - rows[0]
    _take_mark(many, slot, place, 0)
    while True:
        reached = _recount_until(cards, state, rows, until, step_size, many.setting)
        if held_there >= 0:
            return reached == until and state[HELD] == held_there
        entered = reached
        held_there = state[HELD]
        until = entered + plays
        if until > head:
            # Nothing has been played there yet: no cycle of whole rounds.
            return False
        _take_mark(many, slot, until, reached)


@part
def repeats(many, lane, packet, step_size):
    """Whether a game is seen to repeat itself.

    Its state is then that at the first repetition.

    Its last mark is where its packets lie, ``packet`` is the bytes of a packet.
    """
    cards = many.cards
    state = lane.state
    total = many.work.total
    slot = lane.slot
    row = np.uint64(lane.room)
    other_row = np.uint64(lane.room + packet)
    rows = row, other_row
    head = np.uint64(state[HEAD_0] - lane.room)
    held = np.uint64(state[HELD])
    sizes = held, np.uint64(total) - held
    looks = many.marked[slot] - 1
    # Nearly all cycles are as many plays long as there are cards, or some times as
    # many. To look for others takes long.
    whole = looks >= WHOLE and looks & (looks - 1) == 0
    plays = _plays_since(cards, rows, head, sizes, ONE if whole else np.uint64(total))
    if plays == ZERO:
        return False
    if not whole:
        # The same packets may have lain there even later.
        plays = _plays_since(cards, rows, head, sizes, ONE)
    # As far back as the same cards were played, the game was on its cycle.
    place = head - plays
    while place > ZERO:
        before = place - ONE
        if cards[row + before] != cards[row + before + plays]:
            break
        if cards[other_row + before] != cards[other_row + before + plays]:
            break
        place = before
    if place == ZERO and many.marks[slot, 0, PLAYS] > 0:
        # It came to the cycle before its packets were moved back.
        return False
    if not _recount(many, slot, rows, place, plays, step_size):
        # The cards are alike, but not round by round.
        for field in range(STATE):
            state[field] = many.marks[slot, looks, field]
        return False
    state[WINNER] = UNFINISHED
    state[ENDING] = CYCLE
    return True
