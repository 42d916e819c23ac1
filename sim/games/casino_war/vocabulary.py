"""What the options, columns and endings of Casino War are called in reports."""

from __future__ import annotations

from sim.contract.vocabulary import Said, Vocabulary, amount, one_of, template


def _penetration(value: float) -> str:
    if value == 0:
        return "a fresh shoe for every hand"
    return "dealt to the end" if value == 1 else f"dealt to {100 * value:g} %"


VOCABULARY = Vocabulary(
    options={
        "decks": Said("the number of decks", amount("deck", "decks")),
        "burn": Said("the cards burned in a war", amount("card burned", "cards burned")),
        "on_tie": Said(
            "what the player does after a tie", one_of({"war": "go to war", "surrender": "surrender ties"})
        ),
        "tie_bonus": Said(
            "the bonus for a second tie",
            template(
                "a bonus of {} units for a second tie",
                {0: "no bonus", 1: "a bonus of one unit for a second tie"},
            ),
        ),
        "tie_bet": Said("what the tie bet pays", template("tie bet pays {} to 1")),
        "bankroll": Said("the bankroll", template("a bankroll of {}", {0: "a single round"})),
        "stake": Said("the stake", amount("unit a hand", "units a hand")),
        "hands": Said("the length of the session", amount("hand", "hands", {0: "any number of hands"})),
        "stop_loss": Said("when to stop losing", template("leave {} behind", {0: "no limit to losses"})),
        "goal": Said("when to stop winning", template("leave {} ahead", {0: "no limit to winnings"})),
        "penetration": Said("how far the shoe is dealt", _penetration),
    },
    columns={
        "result": "result of the round",
        "net": "net result",
        "wagered": "antes staked",
        "tie_net": "result of the tie bet",
        "ruined": "sessions that end in ruin",
        "end": "money at the end",
        "deepest": "deepest loss",
        "losing_streak": "longest losing streak",
        "staked": "money staked",
        "tie_chances": "hands on which the tie bet favours a counter",
        "tie_gain": "a counter's gain from tie bets",
    },
    endings={
        "hands": "all hands played",
        "ruin": "ruined",
        "stop-loss": "stopped after losing enough",
        "goal": "stopped after winning enough",
        "cap": "stopped undecided",
    },
)
