"""Seats: equal chances where the rules treat them alike, and otherwise which seat is favoured."""

from functools import partial

from reports.facts import Facts
from reports.sections.cells import in_columns, methods, number_column, share_column
from reports.words import by_seat
from sim.contract.answer import Block, Table
from sim.contract.columns import WINNER
from sim.stats import Interval, equal_chance, mcnemar


def seats(facts: Facts) -> list[Block]:
    """The chances of seats that are alike, and how far apart those are that are not.

    Intervals are for one look at a fixed number of games, so a run that a lead may stop
    has none.
    """
    if facts.watched:
        return []
    alike = [name for name in facts.variants if _alike(facts, name)]
    unlike: dict[str, list[str]] = {}
    for name in filter(partial(_may_differ, facts), facts.variants):
        unlike.setdefault(_reason(facts, name), []).append(name)
    blocks: list[Block] = []
    if alike:
        blocks.append(_equal(facts, alike))
    blocks += [_apart(facts, names, why) for why, names in unlike.items()]
    return blocks


def _alike(facts: Facts, variant: str) -> bool:
    """Whether the rules of a variant treat all seats alike."""
    return facts.game.seats_alike(facts.rules[variant])


def _may_differ(facts: Facts, variant: str) -> bool:
    """Whether two seats can differ for no other reason than the rules."""
    rules = facts.rules[variant]
    named = not getattr(rules, "even_deal", True) or facts.game.policies is not None
    return rules.seats == 2 and not named and not _alike(facts, variant)


def _equal(facts: Facts, variants: list[str]) -> Table:
    """The chance that each player has where the seats are alike."""
    chances = [
        equal_chance(
            facts.histogram(name, WINNER).count_at_most(-1),
            facts.games(name),
            facts.rules[name].seats,
            facts.level,
        )
        for name in variants
    ]
    caption = (
        "These rules treat the seats alike, so all players win equally often, and that "
        "the shares counted above differ is chance. The chance of each player, "
        f"{methods(facts, chances)}."
    )
    head = ("variant", "each player wins")
    return in_columns(caption, head, variants, [share_column(chances)])


def _reason(facts: Facts, variant: str) -> str:
    """Why the seats of a variant differ; "" if the game gives no reason."""
    # In the words of a game, player 0 begins.
    starter = getattr(facts.rules[variant], "starter", 0)
    reason = facts.game.seats_differ.replace("player 0", f"player {starter}")
    return f": {by_seat(reason)}" if reason else ""


def _apart(facts: Facts, variants: list[str], why: str) -> Table:
    """How much more of all games the first player wins than the second."""
    differences = [_lead(facts, name) for name in variants]
    caption = (
        f"These rules do not treat the seats alike{why}. How much more of all games the "
        "first player wins than the second, in percentage points, "
        f"{methods(facts, differences)}."
    )
    cells = number_column(differences, 100.0)
    return in_columns(caption, ("variant", "first less second"), variants, [cells])


def _lead(facts: Facts, variant: str) -> Interval:
    """The share of games that the first player wins less that of the second."""
    winners = facts.histogram(variant, WINNER)
    first = winners.count_at_most(0) - winners.count_at_most(-1)
    second = winners.count_at_most(1) - winners.count_at_most(0)
    return mcnemar(first, second, facts.games(variant), facts.level).interval
