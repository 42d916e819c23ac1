"""``warlab serve``: the page of live play, and the pages of a site, served on this machine."""

from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

from reports.live import serve as listen
from sim.commands import arguments
from sim.commands.arguments import Workers, option
from sim.errors import UserError, shown

MOST_PORT = 65_535


def serve(
    port: Annotated[
        int,
        arguments.number_option(
            "--port", "The port to listen on; 0 for any that is free.", 0, MOST_PORT
        ),
    ] = 8765,
    host: Annotated[
        str,
        option(
            "The address to listen on; one that other machines can reach needs --expose.",
            "NAME",
        ),
    ] = "127.0.0.1",
    expose: Annotated[
        bool,
        option("Listen on an address that other machines can reach.", "", "--expose"),
    ] = False,
    site: Annotated[
        Path | None,
        option("Also serve the pages that warlab site wrote to DIR.", "DIR"),
    ] = None,
    workers: Workers = None,
) -> None:
    """Run ``warlab serve``."""
    if not (find_spec("starlette") and find_spec("uvicorn")):
        raise UserError(
            "starlette and uvicorn are not installed",
            where="serve",
            cure="pip install 'warlab[web]'",
        )
    _check_host(host, expose)
    listen(
        host,
        port,
        workers=arguments.worker_count(workers),
        site=site,
        tell=lambda address: print(
            f"The page is at {address} (Ctrl-C ends it)", flush=True
        ),
    )


def _check_host(host: str, exposed: bool) -> None:
    """Refuse an address that other machines can reach, unless that is wanted."""
    if not host.strip():
        raise UserError(
            "the address is empty",
            where="--host",
            cure="leave it out, or give 127.0.0.1",
        )
    try:
        own = ip_address(host).is_loopback
    except ValueError:
        own = host.lower() == "localhost"
    if not own and not exposed:
        raise UserError(
            f"other machines can reach {shown(host)}",
            where="--host",
            cure="add --expose if they may open the page",
        )
