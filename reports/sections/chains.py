"""Chains of wars: the longest chain seen in one round, and how rare it is."""

from reports.facts import Facts
from reports.sections.cells import share_phrase
from reports.words import quoted
from sim.contract.vocabulary import number_word
from sim.stats import Interval

LONGEST_WAR = "longest_war"  # the column with the most wars in one round


def longest_chain(facts: Facts, variant: str) -> int:
    """Return the most wars in one round of any game; 0 if there were none, or they were not counted."""
    return max(0, facts.histogram(variant, LONGEST_WAR).largest or 0)


def with_chain(facts: Facts, variant: str, wars: int) -> Interval:
    """Return the share of games with at least a number of wars in one round."""
    hist = facts.histogram(variant, LONGEST_WAR)
    return facts.out_of_all(hist.n - hist.count_at_most(wars - 1), variant)


def _counted(facts: Facts) -> list[str]:
    return [name for name in facts.variants if facts.histogram(name, LONGEST_WAR).n]


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
