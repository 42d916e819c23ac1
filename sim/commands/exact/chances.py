"""``warlab exact first-ties``, ``sweep`` and ``ruin``.

No simulation is needed for these chances of the whole pack.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from reports.numbers import fixed, percent, whole
from sim.commands import arguments
from sim.commands.exact.figures import exact_value
from sim.commands.options import Setting, option
from sim.commands.printed import printed
from sim.contract.answer import Answer, Table
from sim.errors import UserError, reported_at
from sim.games.war.odds.first_ties import FirstTies
from sim.games.war.odds.first_ties import first_ties as of_deck
from sim.games.war.odds.ruin import Ruin, gamblers_ruin
from sim.games.war.rulebook import GAME
from sim.games.war.rules import WarRules
from sim.words import count_words

_MOST_TIES = 5
_LONG_FRACTION = 40
_BATTLES = (1, 2, 3, 5, 10, 15, 20)


@printed("csv", "json")
def first_ties(rule: Setting = None) -> Answer:
    """Print the chances of the first battles of War: of a tie, of a second tie, and when the first war comes."""
    rules = _rules(rule)
    ties = _ties(rules)
    chain = [ties.chain(number) for number in range(1, _chains(ties, rules) + 1)]
    values = {
        "ties": list(map(exact_value, chain)),
        "first_war": [exact_value(chance) for chance in ties.first_war],
        "no_war": exact_value(ties.untied[-1]),
        "mean_first_war": exact_value(ties.mean_first_war),
    }
    tables = (_chain_table(ties, chain), _battle_table(ties))
    return Answer(
        headline=_first_sentence(ties),
        blocks=tables if ties.mean_first_war else (),
        data={"game": "war", "rules": rules.as_dict(), **values},
        rows=[_row(chance, ties=number) for number, chance in enumerate(chain, 1)],
    )


@printed("csv", "json")
def sweep(rule: Setting = None) -> Answer:
    """Print the chance that one player wins every battle of the first pass, without a tie: 26 : 0."""
    rules = _rules(rule)
    ties = _ties(rules)
    named = ties.sweep
    anyone = ties.players * ties.sweep
    chances = {"named": named, "anyone": anyone}
    battles = (
        "the only battle" if ties.battles == 1 else f"all {whole(ties.battles)} battles"
    )
    headline = f"Nobody can win {battles}: ties cannot be avoided."
    if named:
        deals = fixed(float(1 / anyone), 1).removesuffix(".0")
        often = "every deal" if anyone == 1 else f"one of {deals} deals"
        them = "it" if ties.battles == 1 else "them"
        headline = f"One player wins {battles}, and with {them} the game, in {often}."
    return Answer(
        headline=headline,
        blocks=(_sweep_table(chances),) if named else (),
        data={
            "game": "war",
            "rules": rules.as_dict(),
            **{who: exact_value(chance) for who, chance in chances.items()},
        },
        rows=[_row(chance, who=who) for who, chance in chances.items()],
    )


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
    players = list(enumerate(zip(odds.packets, odds.wins, strict=True)))
    texts = tuple(
        (f"player {player}", str(cards), _percent(chance), str(chance))
        for player, (cards, chance) in players
    )
    return Answer(
        headline=_ruin_sentence(odds),
        blocks=(
            Table("", ("who", "cards", "wins", "as a fraction"), texts),
            Table("", ("rounds", ""), _ruin_rows(odds)),
        ),
        data={
            "game": "war",
            "packets": list(odds.packets),
            "wins": [exact_value(chance) for chance in odds.wins],
            "mean_rounds": exact_value(odds.mean_rounds),
            "sd_rounds": odds.sd_rounds,
        },
        rows=[
            _row(chance, player=player, cards=cards)
            for player, (cards, chance) in players
        ],
    )


def _row(chance: Fraction, **of: object) -> dict[str, object]:
    """A chance as a row of a file."""
    return {**of, "chance": float(chance), "fraction": str(chance)}


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


def _chain_table(ties: FirstTies, chain: list[Fraction]) -> Table:
    """The chances of ties one after another."""
    rows = []
    for number, chance in enumerate(chain, 1):
        fraction = str(chance) if len(str(chance)) <= _LONG_FRACTION else ""
        more = _percent(ties.again(number)) if number < len(chain) else ""
        rows.append((str(number), _percent(chance), fraction, more))
    head = (
        "ties one after another",
        "at least that many",
        "as a fraction",
        "one more after that",
    )
    return Table("", head, tuple(rows))


def _battle_table(ties: FirstTies) -> Table:
    """The chances that the first tie is in a battle, and in it or before."""
    numbers = [number for number in _BATTLES if number < ties.battles]
    rows = [
        (
            f"battle {number}",
            _percent(ties.first_war[number - 1]),
            _percent(1 - ties.untied[number]),
        )
        for number in (*numbers, ties.battles)
    ]
    rows.append((f"none of the first {ties.battles}", _percent(ties.untied[-1]), ""))
    head = ("the first tie is in", "chance", "in it or before")
    return Table("", head, tuple(rows))


def _sweep_table(chances: Mapping[str, Fraction]) -> Table:
    """The chances that a named player and that anyone wins every battle."""
    who = {"named": "a named player", "anyone": "anyone"}
    rows = [
        (
            who[name],
            f"{float(chance):.16g}",
            str(chance),
            fixed(float(1 / chance), 1).removesuffix(".0"),
        )
        for name, chance in chances.items()
    ]
    head = ("who wins all", "chance", "as a fraction", "one of so many deals")
    return Table("", head, tuple(rows))


def _first_sentence(ties: FirstTies) -> str:
    if not ties.mean_first_war:
        return "No battle can be a tie: no two cards are alike."
    return (
        f"The first battle is a tie in {_percent(ties.tie)} of the deals ({ties.tie}); "
        f"in {_percent(ties.untied[-1])} "
        f"none of the first {count_words(ties.battles, 'battle')} is one, and in the "
        "others the first tie comes in battle "
        f"{fixed(float(ties.mean_first_war), 2)} on average."
    )


def _ruin_sentence(odds: Ruin) -> str:
    cards = sum(odds.packets)
    mean = fixed(float(odds.mean_rounds), 2).removesuffix(".00")
    packets = " and ".join(map(str, odds.packets))
    rounds = "round" if odds.mean_rounds == 1 else "rounds"
    return (
        f"With {cards} different cards and shuffled pots, players with {packets} cards play "
        f"{mean} {rounds} on average; a player with k of the {cards} cards wins with "
        f"chance k/{cards}."
    )


def _ruin_rows(odds: Ruin) -> tuple[tuple[str, str], ...]:
    low, middle, high = (whole(odds.quantile(share)) for share in (0.025, 0.5, 0.975))
    return (
        ("mean", fixed(float(odds.mean_rounds), 4)),
        ("standard deviation", fixed(odds.sd_rounds, 4)),
        ("median", middle),
        ("95 % of games", f"{low} to {high}"),
        *(
            (f"more than {whole(most)}", _percent(odds.longer_than(most)))
            for most in (1000, 3500)
        ),
    )


def _percent(chance: Fraction | float) -> str:
    share = float(chance)
    return (
        percent(share)
        if share in (0, 1) or share < 1e-4
        else f"{fixed(100 * share, 4)} %"
    )
