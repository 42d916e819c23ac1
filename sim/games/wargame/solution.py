"""The battles of Wargame played perfectly by both, from two given deployments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from sim.errors import UserError, shown
from sim.games.wargame.policies.cards import ENOUGH, PLACES, RUN, run_with
from sim.games.wargame.rules import MOST_CHIPS
from sim.limits import check_whole
from sim.policies.sets import set_of

if TYPE_CHECKING:
    from sim.games.wargame.kernel.positions import Position


def wargame(
    lines: Sequence[Sequence[int]],
    chips: Sequence[int] = (0, 0),
    won: Sequence[Iterable[int]] = ((), ()),
) -> bool:
    """Whether the attacker wins the battles of Wargame, without traitors, if both play perfectly.

    Parameters
    ----------
    lines
        The cards of the attacker and of the defender, 1 to 13, by column.
    chips
        The chips of both, in that order: at most 2 with more than seven unfought
        columns. From the first battle on, an answer takes a moment without chips, some
        seconds with one each, and minutes with two; it is not interrupted.
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

    try:
        line, other_line = (list(map(index, cards)) for cards in lines)
        mine, theirs = (list(map(index, columns)) for columns in won)
        left, left_other = map(index, chips)
    except (TypeError, ValueError):
        cure = "give two rows of cards, two numbers of chips, and two of columns"
        raise UserError(
            "not all are whole numbers, for two players", where="wargame", cure=cure
        ) from None
    if not sorted(line) == sorted(other_line) == [*range(1, PLACES + 1)]:
        cure = "give the cards 1 to 13 in each"
        raise UserError(
            f"{shown([line, other_line])} are not two lines", where="lines", cure=cure
        )
    unfought = [column for column in range(PLACES) if column not in mine + theirs]
    over = _victorious(mine) or _victorious(theirs)
    if over or len(unfought) + len(mine + theirs) != PLACES:
        cure = "give columns from 0 to 12, each once, before anybody has won the game"
        raise UserError(
            f"{shown([mine, theirs])} are not columns won", where="won", cure=cure
        )
    most = 2 if len(unfought) > 7 else MOST_CHIPS
    check = partial(check_whole, what="number of chips", where="chips")
    spare = check(left, 0, most), check(left_other, 0, most)
    position = position_of((line, other_line), (mine, theirs), spare)
    # The features of a position do not count, as the search reaches the end of the
    # game.
    whole: Any = np.int64
    rest = whole(PLACES), True, position.unfought, BOTH_SWITCH, whole(-1), whole(1)
    return bool(look_ahead(position, *rest) > 0)


def position_of(
    lines: Sequence[Sequence[int]],
    won: Sequence[Iterable[int]],
    chips: Sequence[int],
    suspects: Sequence[int] = (0, 0),
) -> Position:
    """A position before a battle as the compiled search takes it.

    Parameters
    ----------
    lines, won, chips
        As those of :func:`wargame`.
    suspects
        For both, the sets of their shooters that may be traitors.
    """
    from sim.games.wargame.kernel.positions import Force, Position

    fought = [set(columns) for columns in won]
    unfought = set(range(PLACES)) - fought[0] - fought[1]
    forces: Any = []
    for line, mine, left, doubted in zip(lines, fought, chips, suspects, strict=True):
        row = sum(card << 4 * column for column, card in enumerate(line))
        alive = set_of(line[column] for column in unfought)
        numbers = row, alive, set_of(mine), left, doubted
        words: Any = map(np.uint64, numbers)
        forces.append(Force(*words))
    columns: Any = np.uint64(set_of(unfought))
    return Position(forces[0], forces[1], columns)


def _victorious(won: list[int]) -> bool:
    """Whether a player who has won these columns has won the game."""
    columns = set_of(set(won))
    return len(won) >= ENOUGH or any(run_with(columns, column) >= RUN for column in won)
