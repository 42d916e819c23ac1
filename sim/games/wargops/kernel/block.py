"""WarGops, compiled: games of two to eight players, on the record that all of them see."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.games.wargops.equilibria import digit_of
from sim.games.wargops.kernel import table
from sim.games.wargops.kernel.table import NOBODY
from sim.games.wargops.policies import POLICIES, card_at, position_of
from sim.games.wargops.rules import ENDINGS, WarGopsRules, columns
from sim.kernels.columns import code_of, filled_by_seat
from sim.kernels.compiling import inlined, kernel, part
from sim.policies.kernel.asking import move_by, note_fault
from sim.policies.kernel.pages import be_seated
from sim.policies.kernel.seats import Players, Seats, open_chances, seats_of
from sim.policies.sets import has, lowest
from sim.policies.thresholds import mixture_of

for _helper in (card_at, digit_of, mixture_of, position_of):
    part(_helper)

move_of = move_by(POLICIES.parts[0])
"""The rank that a seat's policy lays, compiled."""

SURVIVOR, NOBODY_LEFT = code_of(ENDINGS, "survivor"), code_of(ENDINGS, "none")
"""The codes of the endings."""

Outcomes = dict[str, NDArray[np.integer]]


class Columns(NamedTuple):
    """The outcome columns, (games,) each.

    The players' points together, int32 (players, games).
    """

    winner: np.ndarray
    ending: np.ndarray
    points: np.ndarray
    survivor: np.ndarray
    tricks: np.ndarray
    ties: np.ndarray
    orphaned: np.ndarray


class Session(NamedTuple):
    """The workspace in which the games of a session are played.

    Attributes
    ----------
    hands
        int64 (players, ranks + 1): the cards that all players begin with, by rank.
    players, games
        The numbers of players and of games.
    replaced
        Whether tied cards are replaced, or their trick is awarded later.
    chosen
        int64 (players,): the cards chosen for a trick.
    counts
        int64 (3,): the session's tricks, ties and orphaned cards.
    """

    hands: np.ndarray
    players: int
    games: int
    replaced: bool
    chosen: np.ndarray
    counts: np.ndarray


TRICKS, TIES, ORPHANED = 0, 1, 2


def play_games(rules: WarGopsRules, seed: int, first: int, games: int) -> Outcomes:
    """Play the games ``first ... first+games-1``."""
    seats = seats_of(POLICIES, rules, seed)
    hands = [rules.full_hand] * rules.players
    return play_games_from(rules, seats, hands, first, games)


def play_games_from(
    rules: WarGopsRules,
    seats: Seats,
    hands: Sequence[Sequence[int]],
    first: int,
    games: int,
) -> Outcomes:
    """Play games in which the players begin with given cards."""
    inputs = session_of(rules, hands), players_of(rules, seats), first
    played = filled_by_seat(
        Columns, columns(rules), "points", rules.players, games, play_all, *inputs
    )
    seats.check()
    return played


def session_of(rules: WarGopsRules, hands: Sequence[Sequence[int]]) -> Session:
    """The workspace of a session whose players begin with given cards."""
    ranks = range(rules.ranks + 1)
    return Session(
        np.array([[list(hand).count(rank) for rank in ranks] for hand in hands]),
        rules.players,
        rules.session,
        rules.ties == "replace",
        np.zeros(rules.players, np.int64),
        np.zeros(3, np.int64),
    )


def players_of(rules: WarGopsRules, seats: Seats) -> Players:
    """The players, before a view that knows the rules."""
    players = seats.parts[0]
    for name in ("players", "ranks"):
        players.views[name] = getattr(rules, name)
    players.views["last_pot"] = rules.last_pot == "survivor"
    return players


@part
def _choose(players, session, seats, game):
    """Let some players choose a card each, which nobody sees before all have chosen.

    Return the highest card chosen, 0 after an illegal choice, and who chose it.
    """
    view = players.views[0]
    best = leaders = np.int64(0)
    for seat in range(session.players):
        if not has(seats, seat):
            continue
        hand = view.hands[seat]
        rank = lowest(hand)
        if not table.is_one(hand):
            view.seat = seat
            view.hand = hand
            view.held = view.sizes[seat]
            rank = move_of(players, seat)
            if not table.is_legal(view, hand, rank):
                note_fault(players.fault, game, seat, rank)
                return np.int64(0), leaders
        session.chosen[seat] = rank
        # Without branches, as nobody can predict who is ahead.
        leaders *= np.int64(rank <= best)
        leaders |= np.int64(rank >= best) << seat
        best = max(best, rank)
    return best, leaders


@inlined
def _award(view, session, seats, card, leaders):
    """Settle a trick whose ties are awarded later.

    The highest card is trashed, the rest is won or makes a new pot.
    """
    chosen = session.chosen
    for seat in range(session.players):
        if has(seats, seat):
            table.take(view, seat, chosen[seat])
    if view.pots:
        table.settle_pots(view, chosen)
    # One of the highest cards goes to the trash.
    view.trash[card] += 1
    if table.is_one(leaders):
        winner = lowest(leaders)
        for seat in range(session.players):
            if has(seats, seat):
                table.collect(view, winner, chosen[seat], np.int64(seat != winner))
        return
    session.counts[TIES] += 1
    # A pot of the same players takes the cards at once: most ties follow another.
    pot = np.int64(0)
    while pot < view.pots and view.pot_players[pot] != leaders:
        pot += 1
    for seat in range(session.players):
        if has(seats, seat):
            view.pot_cards[pot, chosen[seat]] += 1
    view.pot_cards[pot, card] -= 1
    view.pot_players[pot] = leaders
    view.pots = max(view.pots, pot + 1)


@part
def _turn_up(view, session, seats):
    """Turn up the cards that some players have chosen."""
    for seat in range(session.players):
        if has(seats, seat):
            view.face_up[seat] = session.chosen[seat]
            table.take(view, seat, session.chosen[seat])


@part
def _replace(view, session, seats):
    """Turn down the highest cards face up, if they tie; otherwise settle the trick.

    Return whether it is settled, and who replaces a card.
    """
    card, leaders = table.highest(view.face_up, session.players, seats)
    if leaders == 0:
        session.counts[ORPHANED] += table.cleared(view, view.face_down)
        return True, 0
    able = 0
    if not table.is_one(leaders):
        session.counts[TIES] += 1
        for seat in range(session.players):
            if not has(leaders, seat):
                continue
            view.face_down[card] += 1
            view.face_up[seat] = 0
            if view.sizes[seat]:
                able |= 1 << seat
        return False, able
    winner = lowest(leaders)
    view.trash[card] += 1
    view.face_up[winner] = 0
    table.collect_all(view, winner, view.face_down)
    for seat in range(session.players):
        if view.face_up[seat]:
            table.collect(view, winner, view.face_up[seat], 1)
            view.face_up[seat] = 0
    return True, able


@inlined
def _play_game(players, session, game):
    """Play a game to its end; return whether all choices were legal."""
    view = players.views[0]
    counts = session.counts
    table.lay_out(view, session.hands)
    while not table.is_one(view.in_game):
        seats = able = view.in_game
        counts[TRICKS] += 1
        settled = False
        while not settled:
            card, leaders = _choose(players, session, able, game)
            if able and not card:
                return False
            if session.replaced:
                _turn_up(view, session, able)
                settled, able = _replace(view, session, seats)
            else:
                _award(view, session, seats, card, leaders)
                settled = True
        counts[ORPHANED] += table.retire(view)
    # Only the survivor could win the pots that still wait.
    for pot in range(view.pots):
        if view.last_pot:
            table.collect_all(view, lowest(view.in_game), view.pot_cards[pot])
        else:
            counts[ORPHANED] += table.cleared(view, view.pot_cards[pot])
    return True


@kernel
def play_all(session, players, first, columns):
    """Play sessions and write the outcome columns.

    Stop at once if a user's own policy makes an illegal choice.
    """
    view = players.views[0]
    for index in range(len(columns.winner)):
        open_chances(players, first + index)
        view.points[:] = 0
        session.counts[:] = 0
        survivor = NOBODY
        view.games_left = session.games
        while view.games_left > 0:
            view.games_left -= 1
            if not _play_game(players, session, first + index):
                return
            survivor = lowest(view.in_game)
            if survivor != NOBODY:
                view.points[survivor] += table.worth(view, survivor)
        most = 0
        best = NOBODY
        for seat in range(view.players):
            scored = view.points[seat]
            columns.points[seat, index] = scored
            if scored > most:
                most = scored
                best = seat
            elif scored == most:
                best = NOBODY
        columns.winner[index] = best
        columns.survivor[index] = survivor
        columns.ending[index] = NOBODY_LEFT if survivor == NOBODY else SURVIVOR
        columns.tricks[index] = session.counts[TRICKS]
        columns.ties[index] = session.counts[TIES]
        columns.orphaned[index] = session.counts[ORPHANED]


@kernel
def play_seated(seating, last_pot, session, players, first, columns):
    """Play sessions with the policies of a page.

    A sole survivor takes the last pots, or does not.
    """
    be_seated(players, seating)
    view = players.views[0]
    view.players = session.players
    view.last_pot = np.int64(last_pot)
    view.ranks = session.hands.shape[1] - 1
    play_all(session, players, first, columns)
