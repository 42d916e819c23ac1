"""Casino War's options, columns and endings in the words of reports: phrases, and sentences on the rules."""

from collections.abc import Callable

from sim.contract.vocabulary import Phrase, Said, Vocabulary, amount, choice, one_of, template
from sim.games.casino_war.rules import CasinoWarRules

_CARDS, _UNITS = amount("card", "cards"), amount("unit", "units")
_ON_TIE = {
    "war": (
        "go to war",
        "After a tie the player goes to war: they raise by their ante, and win one unit with an equal or higher card.",
    ),
    "surrender": ("surrender ties", "After a tie the player surrenders, and gives up half the ante."),
}


def _burn(rules: CasinoWarRules) -> str:
    if not rules.burn:
        return "In a war no cards are burned before the second pair."
    return (
        f"In a war {_CARDS(rules.burn)} {'is' if rules.burn == 1 else 'are'} burned before the second pair."
    )


def _tie_bonus(rules: CasinoWarRules) -> str:
    if not rules.tie_bonus:
        return "A second tie pays no bonus."
    return f"A second tie pays a bonus of {_UNITS(rules.tie_bonus)}."


def _bankroll(rules: CasinoWarRules) -> str:
    if not rules.bankroll:
        return "Each game is a single round."
    return f"Each game is a session that starts with {_UNITS(rules.bankroll)}."


def _stake(rules: CasinoWarRules) -> str:
    stake, most = _UNITS(rules.stake), f"up to {rules.most_stake:,}"
    if rules.staking == "double":
        return f"A hand is played for {stake}, after a lost one for twice as much as that one, {most}."
    if rules.staking == "share":
        return f"A hand is played for {rules.share} % of the money, at least {stake}, {most}."
    return f"Each hand is played for {stake}."


def _nothing(rules: CasinoWarRules) -> str:
    """Return no sentence, since that on the stake says it."""
    return ""


def _hands(rules: CasinoWarRules) -> str:
    if not rules.hands:
        return "The number of hands is not limited."
    return f"It is over after {rules.hands:,} hand{'s' if rules.hands > 1 else ''}."


def _stop(units: int, result: str) -> str:
    return f"It is over when {_UNITS(units)} {'has' if units == 1 else 'have'} been {result}."


def _shoe(rules: CasinoWarRules) -> str:
    if not rules.penetration:
        return "The whole shoe is shuffled before every hand."
    if rules.penetration == 1:
        return "The shoe is dealt to the end before it is shuffled."
    return f"The shoe is shuffled when {100 * rules.penetration:g} % of it has been dealt."


def _of_a_session(subject: str, phrase: Phrase, sentence: Callable[[CasinoWarRules], str]) -> Said:
    """Return how an option is spoken of that has a meaning only where games are sessions."""
    return Said(subject, phrase, lambda rules: sentence(rules) if rules.is_session else "")


VOCABULARY = Vocabulary(
    options={
        "decks": Said(
            "the number of decks",
            amount("deck", "decks"),
            lambda rules: f"The shoe holds {amount('pack', 'packs')(rules.decks)} of 52 cards.",
        ),
        "burn": Said("the cards burned in a war", amount("card burned", "cards burned"), _burn),
        "on_tie": choice("on_tie", "what the player does after a tie", _ON_TIE),
        "tie_bonus": Said(
            "the bonus for a second tie",
            template(
                "a bonus of {} units for a second tie",
                {0: "no bonus", 1: "a bonus of one unit for a second tie"},
            ),
            _tie_bonus,
        ),
        "tie_bet": Said(
            "what the tie bet pays",
            template("tie bet pays {} to 1"),
            lambda rules: f"The side bet on a first tie pays {rules.tie_bet} to 1.",
        ),
        "bankroll": Said("the bankroll", template("a bankroll of {}", {0: "a single round"}), _bankroll),
        "stake": _of_a_session(
            "the stake",
            amount("unit a hand", "units a hand"),
            _stake,
        ),
        "staking": _of_a_session(
            "how the stake changes",
            one_of(
                {
                    "flat": "flat stakes",
                    "double": "double after a loss",
                    "share": "stake a share of the money",
                }
            ),
            _nothing,
        ),
        "share": _of_a_session("the share staked", template("{} % of the money"), _nothing),
        "most_stake": _of_a_session("the limit of the table", template("at most {} a hand"), _nothing),
        "hands": _of_a_session(
            "the length of the session", amount("hand", "hands", {0: "any number of hands"}), _hands
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
            lambda rules: _stop(rules.goal, "won") if rules.goal else "It goes on however much has been won.",
        ),
        "penetration": _of_a_session(
            "how far the shoe is dealt",
            lambda value: {0: "a fresh shoe for every hand", 1: "dealt to the end"}.get(
                value, f"dealt to {100 * value:g} %"
            ),
            _shoe,
        ),
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
