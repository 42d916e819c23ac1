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
    import anyio

    anyio.run(_serve)


async def _serve() -> None:
    """Answer over the standard streams."""
    from mcp.server.stdio import stdio_server

    from sim.commands.mcp.server import server

    serving = server()
    async with stdio_server() as (read, write):
        await serving.run(read, write, serving.create_initialization_options())
