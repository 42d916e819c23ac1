"""``warlab serve``: the page of live play, and the pages of a site, served on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reports.live import serve as listen
from sim.commands import arguments
from sim.commands.arguments import Workers
from sim.errors import UserError

MOST_PORT = 65_535


def serve(
    port: Annotated[
        int, arguments.number_option("--port", "The port to listen on; 0 for any that is free.", 0, MOST_PORT)
    ] = 8765,
    host: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="The address to listen on; any other than 127.0.0.1 can be reached from other machines.",
        ),
    ] = "127.0.0.1",
    site: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Also serve the pages that warlab site wrote to DIR."),
    ] = None,
    workers: Workers = None,
) -> None:
    """Run ``warlab serve``."""
    try:
        import starlette
        import uvicorn
    except ImportError:
        raise UserError(
            "starlette and uvicorn are not installed", where="serve", cure="pip install 'warlab[web]'"
        ) from None
    del starlette, uvicorn

    listen(host, port, workers=arguments.worker_count(workers), site=site, tell=_tell)


def _tell(address: str) -> None:
    print(f"The page is at {address} (Ctrl-C ends it)", flush=True)
