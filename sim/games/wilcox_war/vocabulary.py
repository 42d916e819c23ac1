"""The words of reports for the options, policies, columns and endings of Wilcox War."""

from sim.contract.vocabulary import Vocabulary, Wording, amount, either, template
from sim.games.wilcox_war.rules import WilcoxWarRules

_STOPPED = template("stopped after {} turns", {1: "stopped after 1 turn"})


def _max_turns(rules: WilcoxWarRules) -> str:
    """The sentence on the cap; "" where the packs are used up before."""
    if not rules.play_on and rules.max_turns >= 26 * rules.decks:
        return ""
    return f"A game still undecided is {_STOPPED(rules.max_turns)}."


VOCABULARY = Vocabulary(
    counts="cards won",
    options={
        "decks": Wording("the number of decks", amount("deck", "decks")),
        "play_on": Wording(
            "whether score piles are played again", either("played on", "once through")
        ),
        "max_turns": Wording("when a game is stopped", _STOPPED, _max_turns),
    },
    sentences={
        "decks 1": "There is one deck: each player plays with half of it, two cards of each rank.",
        "decks 2": "There are two decks: each player plays with a whole pack of 52 cards.",
        "play_on False": "The packs are played through once; the larger score pile wins.",
        "play_on True": "Score piles are shuffled and played again until one is too "
        "small, and its owner loses.",
    },
    policies={
        "card": {
            "random": "any card, at random",
            "high": "highest card",
            "low": "lowest card",
            "mid": "middle card",
            "win-cheaply": "win cheaply",
            "beat-lowest": "beat their lowest card",
            "dump-or-win": "a sure win or the lowest card",
            "seek-ties": "seek wars",
            "avoid-ties": "avoid wars",
            "equilibrium-now": "game theory for each battle",
        }
    },
    columns={
        "cards_0": "cards of the first player",
        "cards_1": "cards of the second player",
    },
    endings={
        "cards": "played through, cards counted",
        "run-out": "a score pile was too small",
        "cap": "stopped undecided",
    },
)
