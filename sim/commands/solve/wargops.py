"""The output of ``warlab solve wargops``: the solution."""

from pathlib import Path

from sim.commands.screen import give, table
from sim.commands.solve.words import chance_words, figures_rows, solved
from sim.games.wargops.solution.answer import wargops
from sim.games.wargops.solution.problem import WarGopsProblem


def tell_wargops(
    problem: WarGopsProblem, workers: int, *, check: bool, csv: Path | None, json: bool
) -> None:
    """Solve the game and print the solution."""
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
    cards = [
        [str(rank), chance_words(chance)] for rank, chance in enumerate(chances, 1)
    ]
    give(
        {"game": "wargops", **solution.as_dict(), "exploitability": exploitability},
        f"WarGops solved exactly: {words(problem)}",
        "",
        table(
            ["figure", ""],
            figures_rows(solution, exploitability, " points", problem.bytes_solved),
        ),
        "",
        "First card of an equilibrium: the chance of each rank",
        "",
        table(["rank", "chance"], cards),
        json=json,
        csv=csv,
        rows=(
            {"rank": rank, "chance": chance} for rank, chance in enumerate(chances, 1)
        ),
    )


def words(problem: WarGopsProblem) -> str:
    """Return the rules in words."""
    last_pot = (
        "goes to a sole survivor" if problem.last_pot == "survivor" else "is nobody's"
    )
    return f"{problem.ranks} ranks, two players, ties awarded later, the last pot {last_pot}"
