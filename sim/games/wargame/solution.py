"""The battles of Wargame played perfectly by both, from two given deployments."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from sim.errors import UserError
from sim.games.wargame.policies.cards import PLACES, beats
from sim.games.wargame.policies.positions import victorious
from sim.games.wargame.rules import MOST_CHIPS
from sim.limits import check_whole


def wargame(
    lines: Sequence[Sequence[int]], chips: Sequence[int] = (0, 0), won: Sequence[Collection[int]] = ((), ())
) -> bool:
    """Return whether the attacker wins the battles of Wargame, without traitors, if both play perfectly.

    Parameters
    ----------
    lines
        The attacker's cards and the defender's, 1 to 13, by column.
    chips
        The chips of each: at most 2 with more than seven unfought columns. From the first battle on, an answer takes
        a moment without chips, up to some seconds with one each, and up to some minutes with two.
    won
        The columns that each has won, 0 to 12.

    Raises
    ------
    UserError
        If this is no position before a battle.

    Examples
    --------
    >>> import sim
    >>> sim.exact.wargame([range(1, 14), range(13, 0, -1)])
    True
    """
    from sim.games.wargame.kernel.alpha_beta import BOTH_SWITCH, look_ahead
    from sim.games.wargame.kernel.positions import Force, Position

    if not all(isinstance(each, Sequence) and len(each) == 2 for each in (lines, chips, won)):
        raise UserError("lines, chips and columns won are those of two players", cure="give two of each")
    if any(sorted(line) != list(range(1, PLACES + 1)) for line in lines):
        raise UserError(f"{lines!r} are not two lines", where="lines", cure="give the cards 1 to 13 in each")
    fought = [*won[0], *won[1]]
    unfought = [column for column in range(PLACES) if column not in fought]
    if len(unfought) + len(fought) != PLACES or any(victorious(frozenset(each)) for each in won):
        cure = "give columns from 0 to 12, each once, before anybody has won the game"
        raise UserError(f"{won!r} are not columns won by two players", where="won", cure=cure)
    most = 2 if len(unfought) > 7 else MOST_CHIPS
    forces: Any = []
    for line, other, left, own in zip(lines, lines[::-1], chips, won, strict=True):
        row = sum(int(card) << 4 * column for column, card in enumerate(line))
        alive = sum(1 << int(line[column]) for column in unfought)
        better = sum(1 << column for column in unfought if beats(line[column], other[column]))
        left = check_whole(left, 0, most, what="number of chips", where="chips")
        words: Any = map(np.uint64, (row, alive, better, sum(1 << column for column in own), left, 0))
        forces.append(Force(*words))
    columns: Any = np.uint64(sum(1 << column for column in unfought))
    # The features of a position do not count, as the search reaches the end of the game.
    whole: Any = np.int64
    position = Position(forces[0], forces[1], columns, whole(0))
    return bool(look_ahead(position, whole(PLACES), True, columns, BOTH_SWITCH, whole(-1), whole(1)) > 0)
