"""The server: the program's tools, documents and a prompt, over the Model Context Protocol."""

from __future__ import annotations

from importlib.metadata import version

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError

from reports import documents
from sim.commands.mcp.tools import add_tools
from sim.commands.mcp.working import Desk
from sim.games import GAMES

INSTRUCTIONS = (
    "warlab plays the card game War and its relatives and answers with numbers. Name "
    "the rules behind every number, give its interval with the level, say whether it "
    "is exact or simulated, and give the seed so that anybody can play the same games."
)


def server() -> MCPServer:
    """A server with all tools, resources and prompts."""
    made = MCPServer(
        "warlab",
        title="warlab",
        instructions=INSTRUCTIONS,
        version=version("warlab"),
        log_level="WARNING",
    )
    add_tools(made, Desk())
    _add_resources(made)

    @made.prompt()
    def honest_answer(question: str) -> str:
        """Answer a question about War or a relative, with its rules and its uncertainty."""
        return PROMPT.format(question=question)

    return made


PROMPT = """\
Answer this question with warlab's tools: {question}

1. Decide which rules the question means. Where it leaves a rule open, say so, take the \
default or play both, and name it in the answer: the tool `rules` lists them.
2. Prefer an exact answer (exact_casino_war, solve). Otherwise play or compare; two \
variants are only compared on the same deals, by `compare`.
3. State each number with its interval and level, the rules, the number of games and the \
seed. A number without an interval is exact, and say that.
4. An interval is about chance alone: it says nothing about whether these are the rules \
that somebody plays by.
"""


def _add_resources(made: MCPServer) -> None:
    """Add the pages of the documentation, and the source's words about each game."""

    @made.resource(
        "warlab://docs/{name}",
        name="docs",
        description="A page of the documentation: " + ", ".join(documents.listed()),
        mime_type="text/markdown",
    )
    def page(name: str) -> str:
        if name not in documents.listed():
            raise ResourceNotFoundError(f"{name}: there is no such page")
        return documents.document(name)

    @made.resource(
        "warlab://rules/{game}",
        name="rules",
        description="The words of the source about a game: " + ", ".join(GAMES),
        mime_type="text/plain",
    )
    def words(game: str) -> str:
        if game not in GAMES:
            raise ResourceNotFoundError(f"{game}: there is no such game")
        return GAMES[game].source
