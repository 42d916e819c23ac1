"""The output of ``warlab solve wargops``: the solution."""

from __future__ import annotations

from pathlib import Path

from sim.commands.screen import save, show, show_json, table
from sim.commands.solve.words import against_policy, chance_words, figures_rows, solved
from sim.games.wargops.solution.answer import wargops
from sim.games.wargops.solution.problem import WarGopsProblem
from sim.games.wargops.solution.responses import best_response


def tell_wargops(
    problem: WarGopsProblem, workers: int, against: str | None, *, check: bool, csv: Path | None, json: bool
) -> None:
    """Solve the game and print the solution."""
    response = None if against is None else against_policy(lambda: best_response(problem, against))
    solution, exploitability = solved(
        lambda follow: wargops(problem.ranks, problem.last_pot, workers=workers, progress=follow),
        check=check,
        left=lambda progress: f"{progress.layer} of {progress.layers} cards left",
    )
    chances = solution.first_cards.tolist()
    save(csv, ({"rank": rank, "chance": chance} for rank, chance in enumerate(chances, 1)))
    if json:
        figures = {**solution.as_dict(), "exploitability": exploitability}
        show_json({"game": "wargops", **figures, "against": against, "best_response": response})
        return
    cards = [
        [str(rank), chance_words(chance)] for rank, chance in enumerate(solution.first_cards.tolist(), 1)
    ]
    memory = problem.bytes_solved
    figures_table = figures_rows(solution, exploitability, against, response, " points", memory)
    show(
        f"WarGops solved exactly: {_words(problem)}",
        "",
        table(["figure", ""], figures_table),
        "",
        "First card of an equilibrium: the chance of each rank",
        "",
        table(["rank", "chance"], cards),
    )


def _words(problem: WarGopsProblem) -> str:
    """Return the rules in words."""
    last_pot = "goes to a sole survivor" if problem.last_pot == "survivor" else "is nobody's"
    return f"{problem.ranks} ranks, two players, ties awarded later, the last pot {last_pot}"
