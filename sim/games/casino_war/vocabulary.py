"""Casino War's options, columns and endings in the words of reports."""

from collections.abc import Callable

from sim.contract.vocabulary import (
    Phrase,
    Vocabulary,
    Wording,
    amount,
    one_of,
    template,
)
from sim.games.casino_war.rules import CasinoWarRules

_CARDS, _UNITS = amount("card", "cards"), amount("unit", "units")


def _burn(rules: CasinoWarRules) -> str:
    if not rules.burn:
        return "In a war no cards are burned before the second pair."
    return f"In a war {_CARDS(rules.burn)} {'is' if rules.burn == 1 else 'are'} burned before the second pair."


def _stake(rules: CasinoWarRules) -> str:
    stake = _UNITS(rules.stake)
    most = _UNITS(rules.most_stake)
    if rules.staking == "double":
        return f"A hand is played for {stake}; after a lost hand the stake is doubled, up to {most}."
    if rules.staking == "share":
        return f"A hand is played for {rules.share} % of the money, at least {stake} and at most {most}."
    return f"Each hand is played for {stake}."


def _hands(rules: CasinoWarRules) -> str:
    if not rules.hands:
        return "The number of hands is not limited."
    return (
        f"A session is over after {rules.hands:,} hand{'s' if rules.hands > 1 else ''}."
    )


def _stop(units: int, result: str) -> str:
    return f"A session is over when {_UNITS(units)} {'has' if units == 1 else 'have'} been {result}."


def _shoe(rules: CasinoWarRules) -> str:
    if not rules.penetration:
        return "The whole shoe is shuffled before every hand."
    if rules.penetration == 1:
        return "The shoe is dealt to the end before it is shuffled."
    return (
        f"The shoe is shuffled when {100 * rules.penetration:g} % of it has been dealt."
    )


def _tie_bet(rules: CasinoWarRules) -> str:
    # Of a session only the player who remembers cards bets on ties.
    made = not rules.is_session or rules.penetration
    return f"The tie bet pays {rules.tie_bet} to 1." if made else ""


def _of_a_session(
    subject: str, phrase: Phrase, sentence: Callable[[CasinoWarRules], str]
) -> Wording:
    """The words of an option that has a meaning in sessions only."""
    return Wording(
        subject, phrase, lambda rules: sentence(rules) if rules.is_session else ""
    )


_BANKROLL = template("a bankroll of {}", {0: "a single round"})
_ON_TIE = one_of({"war": "go to war", "surrender": "surrender ties"})
_STAKING = one_of(
    {
        "flat": "flat stakes",
        "double": "double after a loss",
        "share": "stake a share of the money",
    }
)
_BONUS = template(
    "a bonus of {} units for a second tie",
    {0: "no bonus", 1: "a bonus of one unit for a second tie"},
)

VOCABULARY = Vocabulary(
    players=("the player", "the house"),
    counts="money",
    options={
        "decks": Wording(
            "the number of decks",
            amount("deck", "decks"),
            "The shoe holds {} of 52 cards.",
        ),
        "burn": Wording(
            "the cards burned in a war", amount("card burned", "cards burned"), _burn
        ),
        "on_tie": Wording("what the player does after a tie", _ON_TIE),
        "tie_bonus": Wording("the bonus for a second tie", _BONUS, "There is {}."),
        "tie_bet": Wording(
            "what the tie bet pays", template("tie bet pays {} to 1"), _tie_bet
        ),
        "bankroll": Wording(
            "the bankroll", _BANKROLL, "Each game is a session with {} units."
        ),
        "stake": _of_a_session(
            "the stake", amount("unit a hand", "units a hand"), _stake
        ),
        "staking": Wording("how the stake changes", _STAKING),
        "share": Wording("the share staked", template("{} % of the money")),
        "most_stake": Wording("the limit of the table", template("at most {} a hand")),
        "hands": _of_a_session(
            "the length of the session",
            amount("hand", "hands", {0: "any number of hands"}),
            _hands,
        ),
        "stop_loss": _of_a_session(
            "when to stop losing",
            template("leave {} behind", {0: "no limit to losses"}),
            lambda rules: (
                _stop(rules.stop_loss, "lost")
                if rules.stop_loss
                else "Losses are limited only by the bankroll."
            ),
        ),
        "goal": _of_a_session(
            "when to stop winning",
            template("leave {} ahead", {0: "no limit to winnings"}),
            lambda rules: (
                _stop(rules.goal, "won")
                if rules.goal
                else "Winning never ends a session."
            ),
        ),
        "penetration": _of_a_session(
            "how far the shoe is dealt",
            lambda value: {0: "a fresh shoe for every hand", 1: "dealt to the end"}.get(
                value, f"dealt to {100 * value:g} %"
            ),
            _shoe,
        ),
    },
    sentences={
        "bankroll 0": "Each game is a single round.",
        "tie_bonus 0": "",
        "on_tie war": "After a tie the player does not surrender half the ante, but "
        "goes to war: they stake a second ante, and win one ante with an equal or "
        "higher card, or lose both with a lower one.",
        "on_tie surrender": "After a tie the player surrenders, and gives up half the ante.",
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
