"""The application: the page of live play, its interface in JSON, and the pages of a site if one was built."""

import asyncio
import json
import math
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from reports.live import answers, page
from reports.live.events import Streams, events
from reports.live.form import form, games_table
from reports.live.guard import API, Guard, refusal
from reports.live.known import known
from reports.live.limits import STOPPING
from reports.live.plays import BusyError, MissingError, Play, Plays
from reports.live.replays import Replays
from reports.live.requests import games_of, scenario_of, table
from sim.errors import UserError
from sim.games import find_game

Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


class Application(Guard):
    """The application behind its guard."""

    def __init__(
        self, *, workers: int = 1, site: Path | None = None, names: Iterable[str] = ()
    ) -> None:
        self.plays = Plays(workers)
        self.streams = Streams()
        self._replays = Replays()
        self._missing = page.missing(site)
        super().__init__(
            Starlette(
                routes=[
                    Mount(API.rstrip("/"), routes=self._interface()),
                    *_pages(site),
                ],
                exception_handlers={
                    UserError: _refused,
                    HTTPException: self._failed,
                    Exception: _broken,
                },
                lifespan=self._lifespan,
            ),
            names,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        yield
        self.streams.ending = True
        await asyncio.to_thread(self.plays.end)

    def _interface(self) -> list[BaseRoute]:
        play = "/plays/{key}"
        return [
            Route("/games", self._games),
            Route("/games/{name}", self._form),
            Route("/known", self._known, methods=["POST"]),
            Route("/plays", self._begin, methods=["POST"]),
            Route(play, self._show),
            Route(f"{play}/stop", self._stop, methods=["POST"]),
            Route(f"{play}/resume", self._resume, methods=["POST"]),
            Route(f"{play}/events", self._watch),
            Route(f"{play}/scenario.toml", self._scenario),
            Route(f"{play}/games/{{number}}", self._tell),
        ]

    async def _games(self, _: Request) -> Response:
        return JSONResponse(games_table())

    async def _form(self, request: Request) -> Response:
        return JSONResponse(form(find_game(request.path_params["name"])))

    async def _known(self, request: Request) -> Response:
        asked = await _json(request)
        return JSONResponse(
            {"known": await asyncio.to_thread(lambda: known(scenario_of(asked)))}
        )

    async def _begin(self, request: Request) -> Response:
        scenario = await asyncio.to_thread(scenario_of, await _json(request))
        return self._about(self.plays.begin(scenario), 201)

    async def _show(self, request: Request) -> Response:
        play = self._play(request)
        now = play.watch()
        known = await asyncio.to_thread(answers.told, play, now) if now.done else None
        return JSONResponse(
            {**answers.about(play), **answers.state(play, now), "look": known}
        )

    async def _stop(self, request: Request) -> Response:
        play = self._play(request)
        table(await _json(request, {}), "the request", ())
        play.stop()
        await asyncio.to_thread(play.join, STOPPING)
        return self._about(play)

    async def _resume(self, request: Request) -> Response:
        play = self._play(request)
        fields = table(await _json(request, {}), "the request", ("games",))
        self.plays.resume(
            play, games_of(fields["games"]) if "games" in fields else None
        )
        return self._about(play)

    async def _watch(self, request: Request) -> Response:
        play = self._play(request)
        self.streams.take()
        told = events(play, self.streams, request.is_disconnected)
        return StreamingResponse(told, media_type="text/event-stream")

    async def _scenario(self, request: Request) -> Response:
        play = self._play(request)
        name = f"{play.scenario.game}-live.toml"
        return PlainTextResponse(
            answers.toml(play),
            headers={"content-disposition": f'attachment; filename="{name}"'},
        )

    async def _tell(self, request: Request) -> Response:
        play = self._play(request)
        variant = request.query_params.get("variant", "0")
        return JSONResponse(
            await self._replays.tell(play, variant, request.path_params["number"])
        )

    async def _failed(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404 and not request.url.path.startswith(API):
            return HTMLResponse(self._missing, 404)
        what, cure = _HTTP.get(error.status_code, (str(error.detail).lower(), ""))
        return refusal(error.status_code, what, cure)

    def _play(self, request: Request) -> Play:
        return self.plays.find(request.path_params["key"])

    def _about(self, play: Play, status: int = 200) -> Response:
        return JSONResponse(
            {**answers.about(play), **answers.state(play, play.watch())}, status
        )


def _pages(site: Path | None) -> list[BaseRoute]:
    """Return the pages: that of live play with its files, and those of a site."""
    routes: list[BaseRoute] = [
        Route(f"/{path}", _file(content, kind))
        for path, (content, kind) in page.files(site).items()
    ]

    async def live(_: Request) -> Response:
        return RedirectResponse(f"/{page.PATH}")

    routes.append(Route(f"/{page.PATH.rstrip('/')}", live))
    if site is not None:
        return [
            *routes,
            Mount("/", GZipMiddleware(StaticFiles(directory=site, html=True))),
        ]
    return [*routes, Route("/", live), Route("/index.html", live)]


def _file(content: bytes, kind: str) -> Endpoint:
    async def send(_: Request) -> Response:
        return Response(content, media_type=kind, headers={"cache-control": "no-cache"})

    return send


async def _json(request: Request, empty: object = None) -> object:
    """Return the body of a request, which must be JSON; ``empty`` for an empty one, unless that is None."""
    body = await request.body()
    if empty is not None and not body:
        return empty
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise UserError(
            "the request is not JSON",
            where="content-type",
            cure="send application/json",
        )
    try:
        return json.loads(body, parse_float=_finite, parse_constant=_finite)
    except (ValueError, RecursionError):
        raise UserError(
            "the request is not JSON", cure="send an object with finite numbers"
        ) from None


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, UserError)
    status = (
        404
        if isinstance(error, MissingError)
        else 429
        if isinstance(error, BusyError)
        else 400
    )
    return refusal(status, error.what, error.cure or "", error.where or "")


async def _broken(_: Request, error: Exception) -> Response:
    return refusal(
        500, "an error in the program, which the terminal shows", "please report it"
    )


_HTTP = {
    404: ("there is no such page", f"see /{page.PATH}"),
    405: ("that cannot be done here", "send GET to read and POST to change"),
}
"""What is wrong and what would be right, for the statuses of the framework itself."""
