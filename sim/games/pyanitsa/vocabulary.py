"""What the options, columns and endings of P'yanitsa are called in reports: War's words, and two options more."""

from __future__ import annotations

from dataclasses import replace

from sim.contract.vocabulary import Said, amount, one_of
from sim.games.war.vocabulary import VOCABULARY as WAR

VOCABULARY = replace(
    WAR,
    options={
        **WAR.options,
        "face_down": Said(
            "the cards laid face down after a tie",
            amount("card down", "cards down", {"rank": "as many cards down as the tied rank"}),
        ),
        "run_out": replace(WAR.options["run_out"], subject="running out of cards after a tie"),
        "fighters": Said(
            "who plays on after a tie", one_of({"all": "everyone plays on", "tied": "only the tied play on"})
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
