"""Vocabulary of P'yanitsa: War's, with two options more."""

from dataclasses import replace

from sim.contract.vocabulary import Said, one_of
from sim.games.war.vocabulary import VOCABULARY as WAR

VOCABULARY = replace(
    WAR,
    options={
        **{name: said for name, said in WAR.options.items() if name not in ("cards_up", "compare")},
        "face_down": replace(WAR.options["face_down"], subject="the cards laid face down after a tie"),
        "run_out": replace(WAR.options["run_out"], subject="running out of cards after a tie"),
        "fighters": replace(
            WAR.options["fighters"],
            subject="who plays on after a tie",
            phrase=one_of({"all": "everyone plays on", "tied": "only the tied play on"}),
        ),
        "tie": Said(
            "what is laid after a tie",
            one_of({"face-down": "one card down, one up", "face-up": "ties face up"}),
        ),
        "goal": Said(
            "who is the drunkard",
            one_of({"keep": "the first without cards loses", "shed": "getting all the cards loses"}),
        ),
    },
)
