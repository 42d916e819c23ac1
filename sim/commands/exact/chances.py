"""``warlab exact first-ties``, ``sweep`` and ``ruin``.

No simulation is needed for these chances of the whole pack.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from reports.numbers import fixed, percent, whole
from sim.commands import arguments
from sim.commands.exact.figures import exact_value
from sim.commands.options import Setting, option
from sim.commands.printed import printed
from sim.contract.answer import Answer, Table
from sim.errors import UserError, reported_at
from sim.games.war.odds.first_ties import FirstTies
from sim.games.war.odds.first_ties import first_ties as of_deck
from sim.games.war.odds.ruin import gamblers_ruin
from sim.games.war.rulebook import GAME
from sim.games.war.rules import WarRules
from sim.words import count_words

_MOST_TIES = 5
_LONG_FRACTION = 24
"""The most characters of a fraction in a table; programs get them all."""

_BATTLES = (2, 3, 5, 10, 15, 20)


@printed("csv", "json")
def first_ties(rule: Setting = None) -> Answer:
    """Print the chances of the first battles of War: of a tie, of a second tie, and when the first war comes."""
    rules = _rules(rule)
    ties = _ties(rules)
    chain = [ties.chain(number) for number in range(1, _chains(ties, rules) + 1)]
    chances = {
        f"{count_words(number, 'tie')} at the beginning": chance
        for number, chance in enumerate(chain, 1)
    }
    chances["another tie after the first"] = ties.again(1)
    for number in (*(few for few in _BATTLES if few < ties.battles), ties.battles):
        chances[f"a tie within {count_words(number, 'battle')}"] = (
            1 - ties.untied[number]
        )
    words = "No battle can be a tie: no two cards are alike."
    if ties.mean_first_war:
        words = (
            f"The first battle is a tie in {_percent(ties.tie)} of the deals "
            f"({ties.tie}); in {_percent(ties.untied[-1])} none of the first "
            f"{count_words(ties.battles, 'battle')} is one, and in the others the first "
            f"tie comes in battle {fixed(float(ties.mean_first_war), 2)} on average."
        )
    values = {
        "rules": rules.as_dict(),
        "ties": list(map(exact_value, chain)),
        "first_war": [exact_value(chance) for chance in ties.first_war],
        "no_war": exact_value(ties.untied[-1]),
        "mean_first_war": exact_value(ties.mean_first_war),
    }
    return _answer(words, chances, values)


@printed("csv", "json")
def sweep(rule: Setting = None) -> Answer:
    """Print the chance that one player wins every battle of the first pass, without a tie: 26 : 0."""
    rules = _rules(rule)
    ties = _ties(rules)
    anyone = ties.players * ties.sweep
    battles = count_words(ties.battles, "battle")
    words = f"Nobody can win all of {battles}: ties cannot be avoided."
    if anyone:
        deals = fixed(float(1 / anyone), 1)
        words = (
            f"One player wins all of {battles}, and with them the game, in one of "
            f"{deals} deals; a named player with the chance {ties.sweep}."
        )
    values = {
        "rules": rules.as_dict(),
        "named": exact_value(ties.sweep),
        "anyone": exact_value(anyone),
    }
    chances = {"a named player wins all": ties.sweep, "anyone wins all": anyone}
    return _answer(words, chances, values)


@printed("csv", "json")
def ruin(
    packets: Annotated[
        str, option("The number of cards of each of two to eight players.", "N,N")
    ] = "26,26",
) -> Answer:
    """Print the chances of War with different cards (copies=1) and shuffled pots: a gambler's ruin."""
    with reported_at("--packets"):
        odds = gamblers_ruin(
            [arguments.whole(word, least=1, most=10_000) for word in packets.split(",")]
        )
    low, middle, high = (whole(odds.quantile(share)) for share in (0.025, 0.5, 0.975))
    words = (
        f"With {sum(odds.packets)} different cards and shuffled pots, a game lasts "
        f"{fixed(float(odds.mean_rounds), 2)} rounds on average (standard deviation "
        f"{fixed(odds.sd_rounds, 4)}); half of all games are over after {middle}, and "
        f"95 % last {low} to {high}."
    )
    chances = {
        f"player {player} wins, with {count_words(cards, 'card')}": chance
        for player, (cards, chance) in enumerate(
            zip(odds.packets, odds.wins, strict=True)
        )
    }
    values = {
        "packets": list(odds.packets),
        "wins": [exact_value(chance) for chance in odds.wins],
        "mean_rounds": exact_value(odds.mean_rounds),
        "sd_rounds": odds.sd_rounds,
    }
    return _answer(words, chances, values)


def _answer(
    words: str, chances: Mapping[str, Fraction], values: Mapping[str, Any]
) -> Answer:
    """A sentence, and the table of chances; plain values for programs."""
    rows = tuple(
        (name, _percent(chance), _fraction(chance)) for name, chance in chances.items()
    )
    return Answer(
        headline=words,
        blocks=(Table("", ("", "chance", "as a fraction"), rows),),
        data={"game": "war", **values},
        rows=[
            {"what": name, "chance": float(chance), "fraction": str(chance)}
            for name, chance in chances.items()
        ],
    )


def _fraction(chance: Fraction) -> str:
    return str(chance) if len(str(chance)) <= _LONG_FRACTION else ""


def _rules(settings: list[str] | None) -> WarRules:
    """The rules, if the chances of the first battles are those of a shuffled deck."""
    rules = arguments.rules_of(GAME, settings)
    assert isinstance(rules, WarRules)
    if option := rules.special_deal or "cards_up" * (rules.cards_up > 1):
        of = "single cards of the whole shuffled deck"
        raise UserError(
            f"the chances are those of {of}", where=f"-r: {option}", cure="leave it out"
        )
    if rules.low_beats_high and rules.players > 2:
        raise UserError(
            f"true with {rules.players} players",
            where="-r: low_beats_high",
            cure="the chances are known for two players, or with it false",
        )
    return rules


def _ties(rules: WarRules) -> FirstTies:
    return of_deck(
        rules.players, rules.lowest, rules.highest, rules.copies, rules.jokers
    )


def _chains(ties: FirstTies, rules: WarRules) -> int:
    """How many ties one after another are shown.

    All have the cards for as many, whatever the tied rank.
    """
    if rules.players > 2 and rules.fighters != "all":
        return 1
    laid = 1 if rules.face_down == "rank" else int(rules.face_down) + 1
    return min(_MOST_TIES, (ties.battles - 1) // laid + 1)


def _percent(chance: Fraction) -> str:
    share = float(chance)
    return (
        percent(share)
        if share in (0, 1) or share < 1e-4
        else f"{fixed(100 * share, 4)} %"
    )
