"""Plain loops: the games of choice in the most obvious way, random against random.

Hands are arrays, all games have one generator, and of a game only the margin is kept.
They are what a programmer would write in an afternoon, compiled by Numba; warlab's
kernels are measured against them.
"""

# Compiled code has no other generator than NumPy's old one.
# ruff: noqa: NPY002

import numpy as np
from numba import njit


@njit(nogil=True, cache=True)
def gops(margins):
    """Play GOPS with 13 cards; a margin is the difference of the prizes won."""
    prizes, hands = np.zeros(13, np.int64), np.zeros((2, 13), np.int64)
    for game in range(len(margins)):
        for card in range(13):
            prizes[card] = hands[0, card] = hands[1, card] = card + 1
        np.random.shuffle(prizes)
        margin = 0
        for turn in range(13):
            held = 13 - turn
            one, other = np.random.randint(held), np.random.randint(held)
            bid, reply = hands[0, one], hands[1, other]
            hands[0, one], hands[1, other] = hands[0, held - 1], hands[1, held - 1]
            if bid != reply:
                margin += prizes[turn] if bid > reply else -prizes[turn]
        margins[game] = margin


@njit(nogil=True, cache=True)
def wargops(margins):
    """Play WarGops with 13 ranks; a margin is the difference of the points."""
    hands, pot = np.zeros((2, 14), np.int64), np.zeros(14, np.int64)
    held, laid = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for game in range(len(margins)):
        hands[:, 1:] = 1
        pot[:] = 0
        held[:] = 13
        while held[0] > 0 and held[1] > 0:
            for player in range(2):
                place, rank = np.random.randint(held[player]), 0
                while place >= hands[player, rank]:
                    place -= hands[player, rank]
                    rank += 1
                laid[player] = rank
                hands[player, rank] -= 1
                held[player] -= 1
            if laid[0] == laid[1]:
                pot[laid[0]] += 1
                continue
            winner = np.int64(laid[1] > laid[0])
            hands[winner, laid.min()] += 1
            held[winner] += 1 + pot.sum()
            hands[winner] += pot
            pot[:] = 0
        margin = 0
        for rank in range(14):
            if held[0] > 0:
                margin += rank * (hands[0, rank] + pot[rank])
            elif held[1] > 0:
                margin -= rank * (hands[1, rank] + pot[rank])
        margins[game] = margin


@njit(nogil=True, cache=True)
def wilcox_war(margins):
    """Play Wilcox War once through with two decks; a margin is the difference of the cards won."""
    piles, hands = np.zeros((2, 52), np.int64), np.zeros((2, 3), np.int64)
    chosen, won = np.zeros(2, np.int64), np.zeros(2, np.int64)
    for game in range(len(margins)):
        for player in range(2):
            for card in range(52):
                piles[player, card] = card // 4
            np.random.shuffle(piles[player])
            hands[player] = piles[player, :3]
        # Both players always hold equally many cards, and their piles are as large.
        held, top, bottom, pot = 3, 3, 52, 0
        won[:] = 0
        while held > 0:
            for player in range(2):
                place = np.random.randint(held)
                chosen[player] = hands[player, place]
                hands[player, place] = hands[player, held - 1]
            held -= 1
            pot += 2
            tied = chosen[0] == chosen[1]
            if not tied:
                won[np.int64(chosen[1] > chosen[0])] += pot
                pot = 0
            if top < bottom:
                hands[:, held] = piles[:, top]
                held += 1
                top += 1
            elif not tied:
                break
            if tied:
                hidden = min(2, bottom - top)
                bottom -= hidden
                pot += 2 * hidden
        # What is left in the hands and in a pot is shared equally.
        margins[game] = won[0] - won[1]


@njit(nogil=True, cache=True)
def wargame(margins):
    """Play Wargame with traitors; a margin is 1 if the first player wins, -1 if the second does."""
    lines, wins = np.zeros((2, 13), np.int64), np.zeros((2, 13), np.int64)
    kept, order = np.zeros(2, np.int64), np.arange(13)
    for game in range(len(margins)):
        lead = 0
        for player in range(2):
            for card in range(13):
                lines[player, card] = card + 1
            np.random.shuffle(lines[player])
            kept[player] = 7 + np.random.randint(3)
        for place in range(13):
            if lines[0, place] != lines[1, place]:
                lead += 1 if _beats(lines[0, place], lines[1, place]) else -1
        attacker = np.random.randint(2) if lead == 0 else np.int64(lead < 0)
        np.random.shuffle(order)
        wins[:] = 0
        for place in order:
            one, other = lines[attacker, place], lines[1 - attacker, place]
            winner = attacker if one == other or _beats(one, other) else 1 - attacker
            # The loser names a traitor, and then the opponent may do so.
            if lines[winner, place] == kept[1 - winner]:
                winner = 1 - winner
                if lines[winner, place] == kept[1 - winner]:
                    winner = 1 - winner
            wins[winner, place] = 1
            attacker = winner
            if wins[winner].sum() == 7 or _has_four_adjacent(wins[winner]):
                break
        margins[game] = 1 - 2 * attacker


@njit
def _beats(one, other):
    """Whether a card of Wargame is stronger than a different one."""
    if one <= 2 and other >= 12:
        return True
    if other <= 2 and one >= 12:
        return False
    return one > other


@njit
def _has_four_adjacent(won):
    """Whether four adjacent battles are won."""
    run = 0
    for battle in won:
        run = run + 1 if battle else 0
        if run == 4:
            return True
    return False


LOOPS = {
    "gops": gops,
    "wargops": wargops,
    "wilcox-war": wilcox_war,
    "wargame": wargame,
}
"""The plain loops, by the game's name; each fills the margins of as many games."""
