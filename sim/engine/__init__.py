"""Games in memory: dealing, playing and replaying them. Nothing here writes to disk."""

from sim.engine.playing import deal, play
from sim.engine.replaying import Replay, replay

__all__ = ["Replay", "deal", "play", "replay"]
