"""The output of ``warlab solve gops``: the solution, a best response, or one position."""

from pathlib import Path

from sim.commands.progress import progress_line
from sim.commands.screen import width
from sim.commands.solve.words import solution_answer
from sim.contract.answer import Answer, Paragraph, Table
from sim.errors import UserError
from sim.games.gops.solution.answer import gops
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.single import gops_position
from sim.solver.words import FEWEST_PLACES, PLACES, chance_words, value_words

_LETTERS = {"A": 1, "J": 11, "Q": 12, "K": 13}


def answer(
    problem: GopsProblem,
    workers: int = 1,
    keep: Path | None = None,
) -> Answer:
    """The solution of a game.

    Parameters
    ----------
    problem
        The game.
    workers
        The number of threads.
    keep
        The folder that keeps the solution; None for none.
    """
    places = _places(problem.cards)
    return solution_answer(gops, problem, workers, keep, places=places)


def position_answer(
    problem: GopsProblem, at: str, workers: int = 1, keep: Path | None = None
) -> Answer:
    """What a position is worth, and what to bid in it.

    Parameters
    ----------
    problem
        The rules.
    at
        The position: hand; opponent; prizes, and perhaps pot and lead.
    workers
        The number of threads.
    keep
        The folder of a kept solution; None for none.
    """
    hand, opponent, prizes, pot, lead = read_position(at)
    with progress_line(1) as line:
        found = gops_position(
            hand, opponent, prizes, pot, lead, **problem.as_dict(), keep=keep, workers=workers,
            progress=lambda done: line(done.games_done, done.games),
        )  # fmt: skip
    places = max(FEWEST_PLACES, _places(len(hand)))
    rows = []
    for upcard, bids in found.bids.items():
        chances = (
            (card, chance_words(chance, places)) for card, chance in bids.items()
        )
        bid = "  ".join(
            f"{card}: {chance}" for card, chance in chances if chance != "0"
        )
        rows.append((str(upcard), bid))
    worth = value_words(found.value, problem.stake)
    return Answer(
        headline=f"GOPS, one position, solved exactly: {problem.words}",
        blocks=(
            Paragraph(f"worth {worth}{problem.unit} to the first hand"),
            Table(
                "What an equilibrium bids, by the prize turned up: each card with its "
                "chance",
                ("prize", "bids"),
                tuple(rows),
                text_columns=frozenset({1}),
            ),
        ),
        data={
            "game": "gops",
            **problem.as_dict(),
            "at": at,
            "value": found.value,
            "bids": found.bids,
        },
        rows=[
            {"prize": upcard, "card": card, "chance": chance}
            for upcard, bids in found.bids.items()
            for card, chance in bids.items()
        ],
    )


def read_position(text: str) -> tuple[list[int], list[int], list[int], int, int]:
    """The hands, the prizes, the pot and the lead of a position, as ``--at`` gives them."""
    parts = [part.replace(",", " ").split() for part in text.upper().split(";")]
    try:
        numbers = [[_LETTERS.get(word) or int(word) for word in part] for part in parts]
        hand, opponent, prizes, (pot,), (lead,) = *numbers, *[[0]] * (5 - len(numbers))
        numbers[2]  # the prizes may not be left out
    except (ValueError, IndexError):
        cure = (
            'give "hand; opponent; prizes" with spaces between cards, or '
            '"hand; opponent; prizes; pot; lead"'
        )
        raise UserError(f"{text!r} is not a position", cure=cure) from None
    return hand, opponent, prizes, pot, lead


def _places(cards: int) -> int:
    """The decimals for which a column for each card has room.

    A column is five characters wider than they are.
    """
    return min(PLACES, (width() - len("prize")) // cards - 5)
