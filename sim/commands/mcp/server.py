"""The server: tools over the Model Context Protocol."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import mcp_types as types
from mcp.server import Server, ServerRequestContext
from pydantic import TypeAdapter

from reports import markdown
from sim.commands.mcp import calls, games
from sim.commands.mcp.working import answer
from sim.errors import UserError, unknown
from sim.machine.resources import cores
from sim.scenario.tables import checked

TOOLS = {
    "games": calls.ListGames,
    "rules": calls.DescribeRules,
    "play": games.Play,
    "compare": games.Compare,
    "exact_casino_war": calls.ExactCasinoWar,
    "solve": calls.Solve,
    "replay": games.Replay,
    "questions": calls.Questions,
}
"""The parameters of each tool."""

INSTRUCTIONS = (
    "warlab plays the card game War and its relatives and answers with numbers. Name "
    "the rules behind every number, give its interval with the level, say whether it "
    "is exact or simulated, and give the seed so that anybody can play the same games."
)


def server() -> Server[Any]:
    """A server with all tools."""
    return Server(
        "warlab",
        title="warlab",
        instructions=INSTRUCTIONS,
        version=version("warlab"),
        on_list_tools=_list_tools,
        on_call_tool=partial(_call_tool, anyio.CapacityLimiter(cores())),
    )


async def _list_tools(
    request: ServerRequestContext, page: object
) -> types.ListToolsResult:
    only_reads = types.ToolAnnotations(
        read_only_hint=True, idempotent_hint=True, open_world_hint=False
    )
    return types.ListToolsResult(
        tools=[
            types.Tool(
                name=name,
                description=call.__doc__,
                input_schema=TypeAdapter(call).json_schema(),
                annotations=only_reads,
            )
            for name, call in TOOLS.items()
        ]
    )


async def _call_tool(
    places: anyio.CapacityLimiter,
    request: ServerRequestContext,
    asked: types.CallToolRequestParams,
) -> types.CallToolResult:
    try:
        if asked.name not in TOOLS:
            raise unknown("tool", asked.name, TOOLS)
        call = checked(TypeAdapter(TOOLS[asked.name]), asked.arguments or {})
        found = await answer(call, places)
    except UserError as error:
        return types.CallToolResult(content=[_text(str(error))], is_error=True)
    return types.CallToolResult(
        content=[_text(markdown.render(found).strip())],
        structured_content=found.data,
    )


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)
