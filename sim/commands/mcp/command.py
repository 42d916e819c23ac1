"""The command ``warlab mcp``: it serves until its input is closed."""

from importlib.util import find_spec

from sim.errors import UserError


def mcp() -> None:
    """Run ``warlab mcp``."""
    if find_spec("mcp") is None:
        raise UserError(
            "the Model Context Protocol's package is not installed",
            cure="pip install 'warlab[mcp]'",
        )
    from sim.commands.mcp.server import server

    server().run("stdio")
