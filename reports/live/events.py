"""The stream of events by which a page watches a play (server-sent events)."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from reports.live import answers
from reports.live.limits import MOST_WATCHED
from reports.live.plays import BusyError, Play

BETWEEN = 0.25
"""Seconds between two looks at a play."""

BETWEEN_ANSWERS = 0.7
"""Seconds at least between two answers: each is computed from all counts, which takes a moment."""

ALIVE = 10.0
"""Seconds after which a stream without news says that it is still there."""


class Streams:
    """The open streams of a server."""

    def __init__(self) -> None:
        self.free = threading.Semaphore(MOST_WATCHED)
        self.ending = False

    def take(self) -> None:
        """Take one of the streams that may be open at the same time."""
        if not self.free.acquire(blocking=False):
            raise BusyError("too many pages are watching", cure="close one of them")


async def events(
    play: Play, streams: Streams, gone: Callable[[], Any]
) -> AsyncIterator[bytes]:
    """Yield the events of a play until it stops: ``state``, ``look`` and ``course``, each with JSON."""
    shown, answered, said, since = -1, -BETWEEN_ANSWERS, 0.0, 0
    try:
        while not streams.ending:
            now = play.watch()
            clock = time.monotonic()
            over = now.state != "playing"
            if over or now.done != shown or clock - said > ALIVE:
                yield _event("state", answers.state(play, now))
                said = clock
            fresh = now.looks and now.looks[-1].games > since
            if (
                now.done
                and (over or fresh)
                and (over or clock - answered >= BETWEEN_ANSWERS)
            ):
                yield _event("course", answers.course_of(now.looks, since))
                since = now.looks[-1].games if now.looks else 0
                yield _event("look", await asyncio.to_thread(answers.told, play, now))
                answered = time.monotonic()
            shown = now.done
            if over:
                yield _event("end", answers.state(play, now))
                return
            if await gone():
                return
            await asyncio.sleep(BETWEEN)
    finally:
        streams.free.release()


def _event(name: str, value: object) -> bytes:
    return f"event: {name}\ndata: {json.dumps(value, ensure_ascii=False, allow_nan=False)}\n\n".encode()
