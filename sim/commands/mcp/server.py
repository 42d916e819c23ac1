"""The server: tools, documents and a prompt, over the Model Context Protocol."""

from __future__ import annotations

from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
from mcp import MCPError
from mcp.server import Server, ServerRequestContext
from pydantic import TypeAdapter

from reports import documents, markdown
from sim.commands.mcp import calls, games
from sim.commands.mcp.working import answer
from sim.errors import UserError, unknown
from sim.games import GAMES
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

PROMPT = Path(__file__).with_name("honest-answer.md").read_text("utf-8")

MARKDOWN = "text/markdown"
"""The type of every resource."""

WORDS = "# {title}: the words of the source\n\n```text\n{source}\n```\n"
"""The page of a game's source."""

_PROMPT = types.Prompt(
    name="honest_answer",
    description="Answer a question about War or a relative, with its rules and its uncertainty.",
    arguments=[types.PromptArgument(name="question", required=True)],
)


def server() -> Server[Any]:
    """A server with all tools, resources and prompts."""
    return Server(
        "warlab",
        title="warlab",
        instructions=INSTRUCTIONS,
        version=version("warlab"),
        on_list_tools=_list_tools,
        on_call_tool=partial(_call_tool, anyio.CapacityLimiter(cores())),
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
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
                output_schema=TypeAdapter(call.result).json_schema(),
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
        found = await answer(call, request, places)
    except UserError as error:
        return types.CallToolResult(content=[_text(str(error))], is_error=True)
    return types.CallToolResult(
        content=[_text(markdown.render(found).strip())],
        structured_content=found.data,
    )


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def _texts() -> dict[str, str]:
    """The documents, and the source's words about each game, by their addresses."""
    pages = {
        f"warlab://docs/{name}": documents.document(name)
        for name in documents.listed()
        if name != "404.md"
    }
    words = {
        f"warlab://rules/{name}": WORDS.format(title=game.title, source=game.source)
        for name, game in GAMES.items()
    }
    return pages | words


async def _list_resources(
    request: ServerRequestContext, page: object
) -> types.ListResourcesResult:
    return types.ListResourcesResult(
        resources=[
            types.Resource(
                uri=address,
                name=address,
                title=text.partition("\n")[0].removeprefix("# "),
                mime_type=MARKDOWN,
            )
            for address, text in _texts().items()
        ]
    )


async def _read_resource(
    request: ServerRequestContext, asked: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    known = _texts()
    if asked.uri not in known:
        raise MCPError(types.INVALID_PARAMS, "there is no such resource")
    text = types.TextResourceContents(
        uri=asked.uri, text=known[asked.uri], mime_type=MARKDOWN
    )
    return types.ReadResourceResult(contents=[text])


async def _list_prompts(
    request: ServerRequestContext, page: object
) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=[_PROMPT])


async def _get_prompt(
    request: ServerRequestContext, asked: types.GetPromptRequestParams
) -> types.GetPromptResult:
    if asked.name != _PROMPT.name:
        raise MCPError(types.INVALID_PARAMS, f"the only prompt is {_PROMPT.name}")
    question = (asked.arguments or {}).get("question")
    if not question:
        raise MCPError(types.INVALID_PARAMS, f"{_PROMPT.name} takes a question")
    text = PROMPT.format(question=question)
    message = types.PromptMessage(role="user", content=_text(text))
    return types.GetPromptResult(messages=[message])
