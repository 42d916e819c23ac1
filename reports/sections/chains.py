"""Chains of wars: the longest chain seen in one round, how rare each length is, and the exact chances."""

from __future__ import annotations

from fractions import Fraction

from reports import numbers
from reports.document import Block, Cell, Paragraph
from reports.facts import Facts
from reports.sections.cells import OF_SHARES, crossed, intervals_are, share_cell, share_phrase
from reports.words import join, quoted
from sim.contract.vocabulary import number_word
from sim.games.war.rules import WarRules
from sim.stats import Interval

LONGEST_WAR = "longest_war"  # the column with the most wars in one round
MOST_EXACT = 5  # the longest chain whose exact chance is given
MOST_LAID = 12  # the most cards that a war takes where the tied rank decides: eleven down and one up


def longest_chain(facts: Facts, variant: str) -> int:
    """Return the most wars in one round of any game; 0 if there were none, or they were not counted."""
    return max(0, facts.histogram(variant, LONGEST_WAR).largest or 0)


def with_chain(facts: Facts, variant: str, wars: int) -> Interval:
    """Return the share of games with at least a number of wars in one round."""
    hist = facts.histogram(variant, LONGEST_WAR)
    return facts.out_of_all(hist.n - hist.count_at_most(wars - 1), variant)


def _counted(facts: Facts) -> list[str]:
    return [name for name in facts.variants if facts.histogram(name, LONGEST_WAR).n]


def chain_blocks(facts: Facts) -> list[Block]:
    """Return the table of how rare chains of wars are, and the exact chances of the first round."""
    shown = _counted(facts)
    longest = max((longest_chain(facts, name) for name in shown), default=0)
    if not longest:
        return []
    lengths = range(1, longest + 2)
    how = intervals_are(facts, OF_SHARES)
    caption = f"Games with at least this number of wars in one round; the last length was never seen. {how}"
    if facts.single:
        rows: list[list[str | Cell]] = [
            [str(wars), share_cell(with_chain(facts, shown[0], wars))] for wars in lengths
        ]
        table = crossed(caption, ("wars in one round", "share of games"), rows)
    else:
        heads = ("variant", *(f"{wars} or more" for wars in lengths), "most seen")
        table = crossed(caption, heads, [_row(facts, name, lengths) for name in shown])
    exact = exact_chances(facts)
    return [table, Paragraph(_exact_words(exact))] if exact else [table]


def _row(facts: Facts, variant: str, lengths: range) -> list[str | Cell]:
    cells = (share_cell(with_chain(facts, variant, wars)) for wars in lengths)
    return [variant, *cells, str(longest_chain(facts, variant))]


def exact_chances(facts: Facts) -> list[Fraction]:
    """Return the exact chances that the first round of a game has at least 1, 2, 3, … wars."""
    # They depend on the deck and the number of players alone (:mod:`sim.games.war.odds.first_ties`), as long
    # as everybody has the cards. Empty if they are not known for all variants, or differ.
    from sim.exact import first_ties

    asked = set()
    wars = MOST_EXACT
    for rules in facts.rules.values():
        if not isinstance(rules, WarRules) or rules.special_deal:
            return []
        if rules.players > 2 and (rules.low_beats_high or rules.fighters != "all"):
            return []
        asked.add((rules.players, rules.lowest, rules.highest, rules.copies, rules.jokers))
        laid = MOST_LAID if rules.face_down == "rank" else int(rules.face_down) + 1
        wars = min(wars, (rules.deck.size // rules.players - 1) // laid)
    if len(asked) != 1:
        return []
    ties = first_ties(*asked.pop())
    return [chance for length in range(1, wars + 1) if (chance := ties.chain(length))]


def _exact_words(exact: list[Fraction]) -> str:
    told = [f"{number_word(wars)} in {numbers.one_in(float(chance))}" for wars, chance in enumerate(exact, 1)]
    return (
        f"For comparison, exactly: the first round of a game has at least {join([f'{told[0]} deals', *told[1:]])}. "
        "Every later round is another chance of a chain."
    )


def chain_sentences(facts: Facts) -> list[str]:
    """Return the statement on the longest chain of wars."""
    chains = {name: longest_chain(facts, name) for name in _counted(facts)}
    longest = max(chains.values(), default=0)
    if not longest:
        return []
    name = max(
        chains, key=lambda variant: (chains[variant], with_chain(facts, variant, longest).value or 0.0)
    )
    under = "" if facts.single else f" (under {quoted(name)})"
    share = share_phrase(with_chain(facts, name, longest))
    wars = "one war" if longest == 1 else f"{number_word(longest)} wars in one round"
    return [f"The longest chain seen is {wars}{under}, in {share} of games; a longer one is always possible."]
