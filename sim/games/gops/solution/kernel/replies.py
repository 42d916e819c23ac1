"""Best responses to a policy of GOPS that looks at the ranks of cards, compiled.

Values are in the order of the pairs of the policy's hand and the prizes left; of a pair,
in that of the responder's hands; of a hand, in that of pots and of leads.
"""

from typing import NamedTuple

import numpy as np

from sim.games.gops.solution.kernel.solver import next_upcards, points_of
from sim.kernels.bits import count_bits, lowest_bit
from sim.kernels.compiling import inlined, kernel, part
from sim.kernels.words import ONE, ZERO
from sim.policies.kernel.asking import fill_shares
from sim.policies.kernel.seats import Players
from sim.policies.sets import cards


class Rules(NamedTuple):
    """The game, and what the policy looks at.

    Attributes
    ----------
    game
        The rules (:class:`~.layout.Rules`).
    total
        The points of all prizes.
    sees_lead
        Whether the policy's bid may depend on the lead.
    hand_of
        uint64 (2**cards,): the number of each hand among those of its size.
    set_of
        uint64 (2**cards,): the number of each set of prizes among those of its size.
    """

    game: tuple
    total: np.int64
    sees_lead: bool
    hand_of: np.ndarray
    set_of: np.ndarray


class Layer(NamedTuple):
    """The positions with equally many prizes left.

    Attributes
    ----------
    hands
        uint64: the hands, as bit masks.
    sets
        uint64: the sets of prizes, as bit masks.
    pairs
        uint64, ascending: each pair of a policy's hand and a set of prizes as one
        number, the hand's number times the number of sets, plus the set's number.
    starts
        uint64 (pairs + 1,): where the positions of a pair begin.
    places
        int32 (hands * sets,): where a pair is in ``pairs``, -1 where it cannot occur.
    """

    hands: np.ndarray
    sets: np.ndarray
    pairs: np.ndarray
    starts: np.ndarray
    places: np.ndarray


class Work(NamedTuple):
    """The workspace of one thread.

    Attributes
    ----------
    players
        The players, of whom the second plays the policy.
    by_card
        float64 (32,): the chance of each bid.
    answers, shares
        What the policy may bid, ascending, and with what chance.
    total, best
        For each lead, what a bid brings, and what the best bid brings.
    """

    players: Players
    by_card: np.ndarray
    answers: np.ndarray
    shares: np.ndarray
    total: np.ndarray
    best: np.ndarray


class Step(NamedTuple):
    """A layer that is filled from the one below it, whose prizes are one fewer.

    Attributes
    ----------
    rules, layer, below
        The game with the policy, and both layers.
    values_below, values
        float64: what the best response gets in every position of both layers.
    work
        The workspace.
    """

    rules: Rules
    layer: Layer
    below: Layer
    values_below: np.ndarray
    values: np.ndarray
    work: Work


@inlined
def pots_of(rules, gone):
    """The number of possible pots once prizes of a number of points are gone."""
    return gone + 1 if rules.game.carry_over else np.int64(1)


@inlined
def width_of(rules, gone, left, pot):
    """The largest lead for which a position is kept.

    A larger one is decided, or impossible.
    """
    if not rules.game.win:
        return np.int64(0)
    return gone - pot if rules.game.carry_over else min(gone, left)


@inlined
def begin_of(rules, gone, pot):
    """Where the leads of a pot begin."""
    # The sum of 2 * (gone - p) + 1 leads over all smaller pots p.
    return (
        pot * (2 * gone + 2 - pot) if rules.game.win and rules.game.carry_over else pot
    )


@part
def block_of(rules, prizes):
    """How many pots and leads there are with some prizes left."""
    left = points_of(prizes)
    gone = rules.total - left
    last = pots_of(rules, gone) - 1
    return np.uint64(
        begin_of(rules, gone, last) + 2 * width_of(rules, gone, left, last) + 1
    )


@kernel
def blocks_of(rules, sets, blocks):
    """Fill in how many pots and leads there are with each set of prizes."""
    for i in range(np.uint64(len(sets))):
        blocks[i] = block_of(rules, sets[i])


@part
def fill_answers(rules, mine, theirs, rest, turn, work):
    """Fill what the policy may bid, and its chances.

    Return how many bids, 0 if it has done something wrong.

    The turn is the upcard, the pot and the lead of the player who responds; the policy
    holds ``theirs``.
    """
    upcard, pot, lead = turn
    held = count_bits(theirs)
    if held == ONE:
        work.answers[0] = lowest_bit(theirs)
        work.shares[0] = 1.0
        return ONE
    view = work.players.views[1]
    view.held = np.int64(held)
    view.hand = np.int64(theirs << ONE)
    view.other = np.int64(mine << ONE)
    view.prizes = np.int64(rest << ONE)
    view.others[0] = view.other
    view.upcard = upcard
    view.pot = pot
    view.score = max(-lead, 0)
    view.other_score = max(lead, 0)
    view.other_scores[0] = view.other_score
    if not fill_shares(work.players, 1, view.hand, work.by_card):
        return ZERO
    bids = ZERO
    for card in cards(view.hand):
        if work.by_card[card] > 0.0:
            work.answers[bids], work.shares[bids] = card - 1, work.by_card[card]
            bids += ONE
    return bids


@inlined
def hands_at(layer, pair):
    """The policy's hand and the prizes of a pair."""
    number = layer.pairs[pair]
    sets = np.uint64(len(layer.sets))
    return layer.hands[number // sets], layer.sets[number % sets]


@inlined
def place_after(rules, below, theirs, bid, rest):
    """Where a layer keeps the pair that follows when the policy has bid a card."""
    hand = rules.hand_of[theirs ^ (ONE << bid)]
    return hand * np.uint64(len(below.sets)) + rules.set_of[rest]


@inlined
def start_after(rules, below, theirs, bid, rest):
    """Where the positions begin of the pair that :func:`place_after` finds."""
    pair = below.places[place_after(rules, below, theirs, bid, rest)]
    return below.starts[np.uint64(pair)]


@kernel
def reach_pairs(rules, layer, below, work):
    """Mark in ``below.places`` the pairs that can follow.

    Only for a policy that does not look at the other hand.
    """
    for pair in range(np.uint64(len(layer.pairs))):
        theirs, prizes = hands_at(layer, pair)
        gone = rules.total - points_of(prizes)
        upcards = next_upcards(rules.game, prizes)
        while upcards:
            bit = upcards & (ZERO - upcards)
            upcards ^= bit
            rest = prizes ^ bit
            for pot in range(pots_of(rules, gone)):
                turn = np.int64(lowest_bit(bit)) + 1, np.int64(pot), np.int64(0)
                bids = fill_answers(rules, theirs, theirs, rest, turn, work)
                for answer in range(bids):
                    bid = work.answers[answer]
                    below.places[place_after(rules, below, theirs, bid, rest)] = 1


@kernel
def reply_pairs(step, first, last):
    """Fill what the best response gets in the positions of some pairs.

    Return whether the policy's bids are legal.
    """
    starts = step.layer.starts
    for pair in range(first, last):
        step.values[starts[pair] : starts[pair + ONE]] = 0.0
        if not _reply_to_pair(step, pair):
            return False
    return True


@inlined
def _reply_to_pair(step, pair):
    """Fill the positions of a pair; return whether the policy's bids are legal."""
    rules, layer = step.rules, step.layer
    theirs, prizes = hands_at(layer, pair)
    block = block_of(rules, prizes)
    at = layer.starts[pair]
    for number in range(np.uint64(len(layer.hands))):
        hands = layer.hands[number], theirs
        upcards = next_upcards(rules.game, prizes)
        while upcards:
            bit = upcards & (ZERO - upcards)
            upcards ^= bit
            if not _reply_to_upcard(step, hands, prizes, bit, at):
                return False
        at += block
    return True


@part
def _reply_to_upcard(step, hands, prizes, bit, at):
    """Add what an upcard brings on average in all pots and leads of a pair of hands.

    The upcard is a set of one prize, and the positions begin at ``at``. Return whether
    the policy's bids are legal.
    """
    rules, work = step.rules, step.work
    mine, theirs = hands
    rest = prizes ^ bit
    upcard = np.int64(lowest_bit(bit)) + 1
    upcards_possible = np.float64(count_bits(next_upcards(rules.game, prizes)))
    left = points_of(prizes)
    gone = rules.total - left
    for pot in range(pots_of(rules, gone)):
        width = width_of(rules, gone, left, pot)
        middle = at + np.uint64(begin_of(rules, gone, pot) + width)
        low = -width
        while low <= width:
            high = low if rules.sees_lead else width
            turn = upcard, np.int64(pot), low
            bids = fill_answers(rules, mine, theirs, rest, turn, work)
            if not bids:
                return False
            _reply(step, hands, rest, turn, high, bids)
            for lead in range(low, high + 1):
                step.values[middle + np.uint64(lead)] += (
                    work.best[lead - low] / upcards_possible
                )
            low = high + 1
    return True


@part
def _reply(step, hands, rest, turn, high, bids):
    """Fill ``work.best``: what the best bid brings, for each lead.

    The leads are those from the turn's up to a last one.
    """
    rules, below, work = step.rules, step.below, step.work
    values_below = step.values_below
    upcard, pot, low = turn
    mine, theirs = hands
    leads = high - low + 1
    for lead in range(leads):
        work.best[lead] = -np.inf
    stake = upcard + pot
    left = points_of(rest)
    gone = rules.total - left
    block = block_of(rules, rest)
    hand = mine
    while hand:
        card = lowest_bit(hand)
        hand &= hand - ONE
        for lead in range(leads):
            work.total[lead] = 0.0
        for answer in range(bids):
            other = work.answers[answer]
            share = work.shares[answer]
            shift = stake if card > other else -stake if card < other else np.int64(0)
            middle = ZERO
            width = np.int64(-1)
            if rest:
                carried = stake if rules.game.carry_over and shift == 0 else np.int64(0)
                width = width_of(rules, gone, left, carried)
                middle = (
                    start_after(rules, below, theirs, other, rest)
                    + rules.hand_of[mine ^ (ONE << card)] * block
                    + np.uint64(begin_of(rules, gone, carried) + width)
                )
            if rules.game.win:
                _add_leads(values_below, middle, width, shift + low, leads, share, work)
            else:
                later = values_below[middle] if rest else 0.0
                work.total[0] += share * (np.float64(shift) + later)
        for lead in range(leads):
            work.best[lead] = max(work.best[lead], work.total[lead])


@part
def _add_leads(values_below, middle, width, first, leads, share, work):
    """Add the chances to win after a pair of bids.

    They are those of the positions below, unless the lead decides.
    """
    for step in range(leads):
        lead = first + step
        if -width <= lead <= width:
            worth = values_below[middle + np.uint64(lead)]
        else:
            worth = np.float64((lead > 0) - (lead < 0))
        work.total[step] += share * worth
