"""What the kernels are measured against: the most obvious ways to write the games."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(nogil=True, cache=True)
def plain_loop(deals, rows):
    """Play default two-player War, a ring of 64 bytes for each player; all columns."""
    ring_0, ring_1 = np.empty(64, np.uint8), np.empty(64, np.uint8)
    last = np.uint64(63)
    one, two = np.uint64(1), np.uint64(2)
    for game in range(deals.shape[0]):
        aces, ranks = 0, 0
        for i in range(26):
            ring_0[i], ring_1[i] = deals[game, 2 * i], deals[game, 2 * i + 1]
            aces += ring_0[i] == 14
            ranks += ring_0[i]
        head_0 = head_1 = np.uint64(0)
        held_0 = held_1 = np.uint64(26)
        low_0 = low_1 = np.uint64(26)
        rounds = wars = plays = 0
        depth = (0, 0, 0, 0)
        winner, ending = -2, 4
        while rounds < 100_000:
            rounds += 1
            laid, battles = one, 0
            while True:
                card_0 = ring_0[(head_0 + laid - one) & last]
                card_1 = ring_1[(head_1 + laid - one) & last]
                if card_0 != card_1 or held_0 < laid + two or held_1 < laid + two:
                    break
                laid += two
                battles += 1
            wars += battles
            plays += laid
            if battles:
                single, double, triple, longer = depth
                depth = (
                    single + (battles == 1),
                    double + (battles == 2),
                    triple + (battles == 3),
                    longer + (battles > 3),
                )
            if card_0 == card_1:
                winner = 0 if held_0 > held_1 else 1 if held_1 > held_0 else -1
                ending = 1 if winner >= 0 else 2
                break
            if card_0 > card_1:
                tail = head_0 + held_0
                for i in range(laid):
                    ring_0[(tail + np.uint64(i)) & last] = ring_0[
                        (head_0 + np.uint64(i)) & last
                    ]
                tail += laid
                for i in range(laid):
                    ring_0[(tail + np.uint64(i)) & last] = ring_1[
                        (head_1 + np.uint64(i)) & last
                    ]
                held_0 += laid
                held_1 -= laid
            else:
                tail = head_1 + held_1
                for i in range(laid):
                    ring_1[(tail + np.uint64(i)) & last] = ring_1[
                        (head_1 + np.uint64(i)) & last
                    ]
                tail += laid
                for i in range(laid):
                    ring_1[(tail + np.uint64(i)) & last] = ring_0[
                        (head_0 + np.uint64(i)) & last
                    ]
                held_1 += laid
                held_0 -= laid
            head_0 += laid
            head_1 += laid
            low_0, low_1 = min(low_0, held_0), min(low_1, held_1)
            if held_0 == 0 or held_1 == 0:
                winner, ending = (0 if held_1 == 0 else 1), 0
                break
        rows[game, 0], rows[game, 1], rows[game, 2], rows[game, 3] = (
            winner,
            ending,
            rounds,
            plays,
        )
        rows[game, 4], rows[game, 5], rows[game, 6], rows[game, 7] = depth
        rows[game, 8] = wars
        rows[game, 9] = low_0 if winner == 0 else low_1 if winner == 1 else -1
        rows[game, 10], rows[game, 11] = aces, ranks


def lock_step(deals: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Play default War in pure NumPy, all games a battle at a time; its winners and rounds."""
    games = len(deals)
    rings = np.zeros((2, games, 64), np.uint8)
    rings[0, :, :26], rings[1, :, :26] = deals[:, 0::2], deals[:, 1::2]
    heads = np.zeros((2, games), np.int64)
    held = np.full((2, games), 26)
    result = np.zeros((games, 2), np.int32)
    live = np.arange(games)
    rounds = 0
    while live.size:
        rounds += 1
        laid = np.ones(live.size, np.int64)
        over = np.zeros(live.size, bool)
        winners = np.zeros(live.size, np.int64)
        open_ = np.arange(live.size)
        while open_.size:
            games_open = live[open_]
            up = [
                rings[
                    p, games_open, (heads[p, games_open] + laid[open_] - 1) & 63
                ].astype(np.int64)
                for p in (0, 1)
            ]
            decided = up[0] != up[1]
            winners[open_[decided]] = (up[0] < up[1])[decided]
            tied = open_[~decided]
            short = (held[:, live[tied]] < laid[tied] + 2).any(axis=0)
            stopped = tied[short]
            left = held[:, live[stopped]]
            winners[stopped] = np.where(
                left[0] > left[1], 0, np.where(left[1] > left[0], 1, -1)
            )
            over[stopped] = True
            open_ = tied[~short]
            laid[open_] += 2
        for size in np.unique(laid[~over]):
            chosen = ~over & (laid == size)
            for winner in (0, 1):
                mine = live[chosen & (winners == winner)]
                tails = heads[winner, mine] + held[winner, mine]
                for part, player in enumerate((winner, 1 - winner)):
                    for i in range(size):
                        card = rings[player, mine, (heads[player, mine] + i) & 63]
                        rings[winner, mine, (tails + part * size + i) & 63] = card
                held[winner, mine] += size
                held[1 - winner, mine] -= size
        going = live[~over]
        heads[:, going] += laid[~over]
        over |= (held[:, live] == 0).any(axis=0)
        result[live[over], 0], result[live[over], 1] = winners[over], rounds
        live = live[~over]
    return result
