"""The battles of Wargame played perfectly by both, from two given deployments."""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

import numpy as np

from sim.errors import UserError, shown
from sim.games.wargame.policies.cards import PLACES, beats
from sim.games.wargame.policies.positions import victorious
from sim.games.wargame.rules import MOST_CHIPS
from sim.limits import check_whole


def wargame(
    lines: Sequence[Sequence[int]],
    chips: Sequence[int] = (0, 0),
    won: Sequence[Iterable[int]] = ((), ()),
) -> bool:
    """Return whether the attacker wins the battles of Wargame, without traitors, if both play perfectly.

    Parameters
    ----------
    lines
        The cards of the attacker and of the defender, 1 to 13, by column.
    chips
        The chips of both, in that order: at most 2 with more than seven unfought columns. From the first battle on, an
        answer takes a moment without chips, some seconds with one each, and minutes with two; it is not interrupted.
    won
        The columns that both have won, in that order, counted from 0.

    Raises
    ------
    UserError
        If a value is not valid, or the game is over.

    Examples
    --------
    >>> import sim
    >>> sim.exact.wargame([range(1, 14), range(13, 0, -1)])
    True
    """
    from sim.games.wargame.kernel.alpha_beta import BOTH_SWITCH, look_ahead
    from sim.games.wargame.kernel.positions import Force, Position

    try:
        one, other = (list(map(index, line)) for line in lines)
        mine, theirs = (list(map(index, columns)) for columns in won)
        left, left_other = map(index, chips)
    except (TypeError, ValueError):
        cure = "give two rows of cards, two numbers of chips, and two of columns"
        raise UserError(
            "not all are whole numbers, for two players", where="wargame", cure=cure
        ) from None
    if not sorted(one) == sorted(other) == [*range(1, PLACES + 1)]:
        cure = "give the cards 1 to 13 in each"
        raise UserError(
            f"{shown([one, other])} are not two lines", where="lines", cure=cure
        )
    unfought = [column for column in range(PLACES) if column not in mine + theirs]
    over = victorious(frozenset(mine)) or victorious(frozenset(theirs))
    if over or len(unfought) + len(mine + theirs) != PLACES:
        cure = "give columns from 0 to 12, each once, before anybody has won the game"
        raise UserError(
            f"{shown([mine, theirs])} are not columns won", where="won", cure=cure
        )
    most = 2 if len(unfought) > 7 else MOST_CHIPS
    forces: Any = []
    for line, opposite, spare, own in (
        (one, other, left, mine),
        (other, one, left_other, theirs),
    ):
        row = sum(card << 4 * column for column, card in enumerate(line))
        alive = sum(1 << line[column] for column in unfought)
        better = sum(
            1 << column for column in unfought if beats(line[column], opposite[column])
        )
        spare = check_whole(spare, 0, most, what="number of chips", where="chips")
        words: Any = map(
            np.uint64,
            (row, alive, better, sum(1 << column for column in own), spare, 0),
        )
        forces.append(Force(*words))
    columns: Any = np.uint64(sum(1 << column for column in unfought))
    # The features of a position do not count, as the search reaches the end of the game.
    whole: Any = np.int64
    position = Position(forces[0], forces[1], columns, whole(0))
    return bool(
        look_ahead(
            position, whole(PLACES), True, columns, BOTH_SWITCH, whole(-1), whole(1)
        )
        > 0
    )
