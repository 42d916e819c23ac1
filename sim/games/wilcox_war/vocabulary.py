"""The words of reports for the options, policies, columns and endings of Wilcox War."""

from sim.contract.vocabulary import Said, Vocabulary, amount, either, template

VOCABULARY = Vocabulary(
    options={
        "decks": Said("the number of decks", amount("deck", "decks")),
        "play_on": Said("whether score piles are played again", either("played on", "once through")),
        "max_turns": Said("when a game is stopped", template("stopped after {} turns")),
    },
    policies={
        "card": {
            "random": "any card",
            "high": "highest card",
            "low": "lowest card",
            "mid": "middle card",
            "win-cheaply": "win cheaply",
            "beat-lowest": "beat their lowest card",
            "dump-or-win": "a sure win or the lowest card",
            "seek-ties": "seek wars",
            "avoid-ties": "avoid wars",
            "equilibrium-now": "equilibrium of the battle",
        }
    },
    columns={"cards_0": "cards of the first player", "cards_1": "cards of the second player"},
    endings={
        "cards": "played through, cards counted",
        "run-out": "a score pile was too small",
        "cap": "stopped undecided",
    },
)
