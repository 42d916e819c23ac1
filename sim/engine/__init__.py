"""Games in memory: dealing, playing and replaying them. Nothing here writes to disk."""

from sim.engine.replaying import Replay, replay
from sim.engine.rows import deal, play

__all__ = ["Replay", "deal", "play", "replay"]
