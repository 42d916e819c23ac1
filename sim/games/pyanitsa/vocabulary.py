"""Vocabulary of P'yanitsa: War's, with two options more."""

from dataclasses import replace

from sim.contract.vocabulary import Wording, one_of
from sim.games.war.vocabulary import VOCABULARY as WAR

_LAID = one_of({"face-down": "one card down, one up", "face-up": "ties face up"})
_GOALS = one_of(
    {"keep": "the first without cards loses", "shed": "getting all the cards loses"}
)

VOCABULARY = replace(
    WAR,
    options={
        **{
            name: wording
            for name, wording in WAR.options.items()
            if name not in ("cards_up", "compare")
        },
        "face_down": replace(
            WAR.options["face_down"], subject="the cards laid face down after a tie"
        ),
        "run_out": replace(
            WAR.options["run_out"], subject="running out of cards after a tie"
        ),
        "fighters": replace(
            WAR.options["fighters"],
            subject="who plays on after a tie",
            phrase=one_of(
                {"all": "everyone plays on", "tied": "only the tied play on"}
            ),
        ),
        "tie": Wording("what is laid after a tie", _LAID),
        "goal": Wording("who is the drunkard", _GOALS),
    },
    sentences={
        **WAR.sentences,
        "low_beats_high False": "The lowest rank does not beat the highest.",
        "goal keep": "Whoever runs out of cards first loses, and is the drunkard; with "
        "three or four players, of several in the same round the one in the lowest seat.",
        "goal shed": "The player who ends with all the cards loses, and is the drunkard.",
    },
)
