"""The tools: each answers a call by what the command of its name computes."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp_types import CallToolResult, ToolAnnotations
from pydantic import Field

from sim.commands import ask
from sim.commands import games as games_command
from sim.commands.exact import casino_war
from sim.commands.mcp import models
from sim.commands.mcp.games import answer_of, asking, scenario_of
from sim.commands.mcp.working import Client, Desk, Line
from sim.commands.solve import gops as gops_command
from sim.commands.solve import wargops as wargops_command
from sim.contract.answer import Answer, Listing
from sim.engine.replaying import Replay
from sim.engine.replaying import replay as play_again
from sim.errors import UserError, reported_at
from sim.games import find_game
from sim.games.gops.solution.problem import GopsProblem
from sim.games.wargops.solution.problem import WarGopsProblem

MOST_GOPS, MOST_WARGOPS = 9, 9
"""The largest games that a call solves: cards of GOPS, ranks of WarGops."""

Game = Annotated[str, Field(description="The name of a game, as `games` lists it.")]
Rules = Annotated[
    dict[str, Any] | None,
    Field(description="Options that are not at their defaults; `rules` lists them."),
]
Games = Annotated[
    int, Field(description="How many games, at most ten million in all variants.")
]
Seed = Annotated[int, Field(description="The seed: the same one gives the same games.")]
Policies = Annotated[
    list[str] | None,
    Field(description="For games of choice: the policy of each player."),
]
Conditions = Annotated[
    list[str] | None,
    Field(description="SQL conditions over the game's columns, such as rounds > 500."),
]
Amounts = Annotated[
    list[str] | None,
    Field(description="SQL amounts over the game's columns, such as rounds + wars."),
]

SEED = 1
"""The seed of a call that names none: that of the command line."""


def add_tools(server: MCPServer, desk: Desk) -> None:
    """Add every tool to a server; ``desk`` answers their calls."""
    tool = server.tool(
        annotations=ToolAnnotations(
            read_only_hint=True, idempotent_hint=True, open_world_hint=False
        )
    )

    @tool
    async def games(client: Client) -> Annotated[CallToolResult, models.Games]:
        """List the games that can be played, with the names that the other tools take."""

        def work(line: Line) -> Answer:
            answer = games_command.answer()
            return replace(answer, data={"games": answer.data})

        return await desk.answer(work, client)

    @tool
    async def rules(
        game: Game, client: Client
    ) -> Annotated[CallToolResult, models.Rules]:
        """Give the options, columns and policies of a game, and the words of its source."""
        return await desk.answer(lambda line: games_command.answer(game), client)

    @tool
    async def play(
        game: Game,
        client: Client,
        rules: Rules = None,
        games: Games = 100_000,
        seed: Seed = SEED,
        policies: Policies = None,
        chances: Conditions = None,
        means: Amounts = None,
        given: Annotated[
            str, Field(description="Count only games where this SQL condition holds.")
        ] = "",
        by: Annotated[
            str,
            Field(
                description="Answer chances and means for each value of this column."
            ),
        ] = "",
    ) -> Annotated[CallToolResult, models.Played]:
        """Play games of one set of rules.

        Every statistic with its interval, level and method.
        """

        def work(line: Line) -> Answer:
            scenario = scenario_of(game, games, seed, rules=rules, policies=policies)
            return answer_of(
                asking(scenario, chances or (), means or (), given, by), line
            )

        return await desk.answer(work, client)

    @tool
    async def compare(
        game: Game,
        client: Client,
        rules: Rules = None,
        variants: Annotated[
            dict[str, dict[str, Any]] | None,
            Field(description="Names of variants, each with its own options."),
        ] = None,
        vary: Annotated[
            dict[str, list[Any]] | None,
            Field(
                description="Instead of variants: options with lists of values, all combinations."
            ),
        ] = None,
        games: Games = 100_000,
        seed: Seed = SEED,
        policies: Policies = None,
    ) -> Annotated[CallToolResult, models.Compared]:
        """Compare variants of a game's rules on the same deals: every difference with its interval."""

        def work(line: Line) -> Answer:
            named = variants and [
                {"name": name, "rules": own} for name, own in variants.items()
            ]
            scenario = scenario_of(
                game,
                games,
                seed,
                rules=rules,
                policies=policies,
                variant=named,
                vary=vary,
            )
            if len(scenario.variants) < 2:
                raise UserError(
                    "there is nothing to compare",
                    where="variants",
                    cure="name at least two variants, or two values of an option in vary",
                )
            return answer_of(scenario, line)

        return await desk.answer(work, client)

    @tool
    async def exact_casino_war(
        client: Client, rules: Rules = None
    ) -> Annotated[CallToolResult, models.Odds]:
        """Give the exact odds of Casino War: of a round, or with a bankroll of an evening."""

        def work(line: Line) -> Answer:
            answer = casino_war.answer([find_game("casino-war").rules.of(rules or {})])
            return replace(answer, data=answer.data[0])

        return await desk.answer(work, client)

    @tool
    async def solve(
        game: Game,
        client: Client,
        size: Annotated[
            int, Field(description="Cards of each player (gops), or ranks (wargops).")
        ] = 5,
        position: Annotated[
            str,
            Field(
                description='For gops: "hand; opponent; prizes", such as "1 2 3; 1 2 3; 1 2 3".'
            ),
        ] = "",
    ) -> Annotated[CallToolResult, models.Solved]:
        """Solve GOPS or WarGops for two exactly: the value, and an equilibrium of the first move."""
        return await desk.answer(lambda line: solved(game, size, position), client)

    @tool
    async def replay(
        game: Game,
        number: Annotated[int, Field(description="The number of the game, from 0.")],
        client: Client,
        seed: Seed = SEED,
        rules: Rules = None,
        policies: Policies = None,
        deal: Annotated[
            str, Field(description="Cards to deal instead: A K 10 2.")
        ] = "",
        most: Annotated[int, Field(description="The most events to tell.")] = 200,
    ) -> Annotated[CallToolResult, models.Replayed]:
        """Replay one game card by card.

        The seed and the number give the same game everywhere.
        """

        def work(line: Line) -> Answer:
            found = play_again(
                game,
                number,
                seed=seed,
                rules=rules,
                policies=policies,
                deal=deal or None,
            )
            return replayed(found, most)

        return await desk.answer(work, client)

    @tool
    async def questions(
        words: Annotated[str, Field(description="What somebody wants to know.")],
        client: Client,
    ) -> Annotated[CallToolResult, models.Questions]:
        """Find the known questions that are closest to some words, with their kept answers and rules."""
        return await desk.answer(lambda line: ask.answer_to(words), client)


def solved(game: str, size: int, position: str) -> Answer:
    """The solution of a small game of choice, or of one position of it."""
    most = {"gops": MOST_GOPS, "wargops": MOST_WARGOPS}
    if game not in most:
        raise UserError(f"{game} is not solved", where="game", cure="gops or wargops")
    if size > most[game]:
        raise UserError(
            f"{size} is too large for a call",
            where="size",
            cure=f"at most {most[game]}, or use a terminal: warlab solve {game}",
        )
    if position and game != "gops":
        raise UserError(
            f"{game} has no positions to ask for", where="position", cure="leave it out"
        )
    if position:
        with reported_at("position", within=True):
            return gops_command.position_answer(GopsProblem(size), position)
    if game == "gops":
        return gops_command.answer(GopsProblem(size))
    return wargops_command.answer(WarGopsProblem(size))


def replayed(found: Replay, most: int) -> Answer:
    """A replay, event by event.

    Parameters
    ----------
    found
        The game.
    most
        The events after which the rest is left out, but for the last.
    """
    events = [str(event) for event in found.events]
    if len(events) > most:
        left_out = len(events) - most
        events = [*events[:most], f"({left_out:,} more events)", events[-1]]
    row = ", ".join(f"{name} {value}" for name, value in found.row.items())
    heading = str(found).partition("\n\n")[0]
    return Answer(
        blocks=(Listing("\n".join([heading, "", *events, "", row])),),
        data={
            "game": found.game.name,
            "number": found.number,
            "seed": found.seed,
            "rules": found.rules.as_dict(),
            "packets": [found.game.cards_text(packet) for packet in found.packets],
            "events": events,
            "row": found.row,
        },
    )
