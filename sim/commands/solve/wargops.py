"""The output of ``warlab solve wargops``: the solution."""

from sim.commands.solve.words import chance_words, figures_table, solved
from sim.contract.answer import Answer, Table
from sim.games.wargops.solution.answer import wargops
from sim.games.wargops.solution.problem import WarGopsProblem


def answer(problem: WarGopsProblem, workers: int = 1, *, check: bool = True) -> Answer:
    """The solution of a game.

    Parameters
    ----------
    problem
        The game.
    workers
        The number of threads.
    check
        Whether to find the exploitability too.
    """
    solution = solved(
        lambda follow: wargops(
            problem.ranks,
            problem.last_pot,
            workers=workers,
            check=check,
            progress=follow,
        ),
        left=lambda progress: f"{progress.layer} of {progress.layers} cards left",
    )
    exploitability = solution.exploitability() if check else None
    chances = solution.first_cards.tolist()
    cards = tuple(
        (str(rank), chance_words(chance)) for rank, chance in enumerate(chances, 1)
    )
    return Answer(
        headline=f"WarGops solved exactly: {words(problem)}",
        blocks=(
            figures_table(solution, exploitability, " points", problem.bytes_solved),
            Table(
                "First card of an equilibrium: the chance of each rank",
                ("rank", "chance"),
                cards,
            ),
        ),
        data={
            "game": "wargops",
            **solution.as_dict(),
            "exploitability": exploitability,
        },
        rows=[
            {"rank": rank, "chance": chance} for rank, chance in enumerate(chances, 1)
        ],
    )


def words(problem: WarGopsProblem) -> str:
    """The rules in words."""
    last_pot = (
        "goes to a sole survivor" if problem.last_pot == "survivor" else "is nobody's"
    )
    return f"{problem.ranks} ranks, two players, ties awarded later, the last pot {last_pot}"
