"""Games in memory: dealing, playing and replaying them; nothing is written to disk here."""

from sim.engine.playing import deal, play
from sim.engine.replaying import Replay, replay

__all__ = ["Replay", "deal", "play", "replay"]
