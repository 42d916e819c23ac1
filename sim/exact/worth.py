"""Worth of a card: what each rank adds to a player's chance to win.

And what it adds to the length of the game.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sim.collect.driver import collected
from sim.collect.tasks import Counting, Rows
from sim.contract.columns import WINNER, Role
from sim.contract.deck_rules import DeckRules, check_whole_deck
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.engine.pieces import Going
from sim.engine.playing import deals_of, play_rows
from sim.errors import UserError
from sim.stats import Interval
from sim.stats.regression import least_squares

_SHUFFLED = "the worth of a card is that in a shuffled deck"

FEWEST = 100
"""The fewest games from which cards are valued; of fewer, robust standard errors are
too small."""


@dataclass(frozen=True)
class Worth:
    """What a rank is worth to player 0, one of its cards in place of an average card of the deck.

    Attributes
    ----------
    rank
        The rank.
    chance, length
        What one of its cards adds to the chance to win, and to the length.
    """

    rank: int
    chance: Interval
    length: Interval


def length_of(game: Game, rules: GameRules) -> str:
    """The column that says how long a game is, the leading one.

    Parameters
    ----------
    game, rules
        What is played.
    """
    lengths = [
        column for column in game.columns_under(rules) if column.role is Role.LENGTH
    ]
    return min(lengths, key=lambda column: not column.leads).name


def check_worth(game: Game, rules: GameRules) -> DeckRules:
    """The rules of a game in which cards of one shuffled deck decide who wins.

    Refuse others.

    Parameters
    ----------
    game, rules
        What is played.

    Raises
    ------
    UserError
        If its cards have no such worth.
    """
    deck = check_whole_deck(game, rules, _SHUFFLED)
    if deck.deck.lowest == deck.deck.top_rank:
        raise UserError(
            "all cards of the deck are alike", cure="take a deck of two ranks or more"
        )
    return deck


def worth(
    game: Game,
    rules: GameRules,
    seed: int,
    games: int,
    *,
    workers: int = 1,
    level: float = 0.95,
    tell: Callable[[int], object] = lambda games: None,
) -> list[Worth]:
    """The worth of each rank of the deck, from the lowest up.

    Parameters
    ----------
    game, rules
        What is played.
    seed
        The seed.
    games
        The number of games.
    workers
        The number of threads.
    level
        The level of each interval.
    tell
        Called with the number of games done after each block.

    Raises
    ------
    UserError
        If its cards have no such worth, or the games are too few.
    """
    checked = check_worth(game, rules)
    dealing = deals_of(game).dealing
    where = dealing.layout(checked)
    cards = np.array(checked.deck.cards())
    ranks, copies = np.unique(cards, return_counts=True)
    length = length_of(game, checked)

    def count(first: int, size: int, going: Going) -> Rows:
        rows = dealing.deal_rows(checked, seed, first, size)
        columns = play_rows(game, checked, rows, seed, first, going=going)
        packets = where.first_packets(rows)
        counts = [np.count_nonzero(packets == rank, axis=1) for rank in ranks]
        in_hand = np.stack(counts, axis=1).astype(np.uint8)
        won = (columns[WINNER] == 0).astype(np.int8)
        return Rows({first: [in_hand, won, columns[length]]})

    rows = collected(Counting(Rows(), count), games, workers=workers, tell=tell)
    in_hand, won, lengths = rows.joined()
    spread = np.cov(in_hand[:, 1:].T)
    if games < FEWEST or np.linalg.matrix_rank(spread) < len(ranks) - 1:
        raise UserError(
            f"{games} is too few", where="games", cure="play some thousands"
        )
    share = copies / copies.sum()
    chances = least_squares(in_hand, won, share, level)
    rounds = least_squares(in_hand, lengths, share, level)
    return [
        Worth(int(rank), chances[place], rounds[place])
        for place, rank in enumerate(ranks)
    ]
