"""An assistant: the official SDK's client, talking to ``warlab mcp``."""

import json
import re

import anyio
from mcp import Client

from sim.commands.mcp.server import server


def talked(talk, place=None):
    """Talk to a server, by default one in memory, and return what came of it."""

    async def meeting():
        async with Client(server() if place is None else place) as client:
            return await talk(client)

    return anyio.run(meeting)


def call(tool, **arguments):
    """Call one tool."""
    return talked(lambda client: client.call_tool(tool, arguments))


def text(result):
    """What an assistant reads."""
    (content,) = result.content
    return content.text


def values(result):
    """What a program reads."""
    assert not result.is_error, text(result)
    assert result.structured_content is not None
    return result.structured_content


def statistic(rows, name):
    """The row of one statistic."""
    (found,) = (row for row in rows if row["statistic"] == name)
    return found


def calls(lines):
    """Tools with their arguments and what belongs to each call.

    Parameters
    ----------
    lines
        Lines ``tool {...} -> ...``; an indented line continues the one above.
    """
    entries = re.sub(r"\n +", " ", lines).strip().splitlines()
    parts = (entry.partition(" -> ") for entry in entries)
    words = ((*call.split(" ", 1), after) for call, _, after in parts)
    return [(tool, json.loads(asked), after) for tool, asked, after in words]
