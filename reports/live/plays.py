"""All plays of a server: begun, found, and forgotten, within the limits."""

from __future__ import annotations

import secrets
import threading

from reports.live.limits import MOST_KEPT, MOST_PLAYING
from reports.live.play import Play
from sim.errors import UserError
from sim.scenario.scenario import Scenario


class BusyError(UserError):
    """As much is going on as is allowed."""


class MissingError(UserError):
    """There is no such thing."""


class Plays:
    """The plays of a server."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._lock = threading.Lock()
        self._known: dict[str, Play] = {}

    def begin(self, scenario: Scenario) -> Play:
        """Begin to play a scenario."""
        play = Play(secrets.token_urlsafe(9), scenario, self._workers)
        with self._lock:
            self._check_busy()
            self._forget()
            self._known[play.key] = play
            play.start()
        return play

    def resume(self, play: Play, games: int | None) -> None:
        """Resume a play."""
        with self._lock:
            if play.standing.state != "playing":
                self._check_busy()
            play.start(games)

    def find(self, key: str) -> Play:
        """Return the play of that name."""
        with self._lock:
            if key in self._known:
                return self._known[key]
        raise MissingError("there is no such play", cure="it may have been forgotten: begin it again")

    def end(self, seconds: float = 5.0) -> None:
        """Stop all plays, and wait for their threads for a moment."""
        with self._lock:
            known = list(self._known.values())
        for play in known:
            play.stop("stopped with the server")
        for play in known:
            play.join(seconds)

    def _check_busy(self) -> None:
        playing = [one for one in self._known.values() if one.standing.state == "playing"]
        if len(playing) >= MOST_PLAYING:
            raise BusyError(f"{len(playing)} plays are going on already", cure="stop one of them first")

    def _forget(self) -> None:
        for key, one in list(self._known.items()):
            if len(self._known) < MOST_KEPT:
                break
            if one.standing.state != "playing":
                del self._known[key]
