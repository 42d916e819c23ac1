"""The section on the rules that were played."""

from __future__ import annotations

from reports.document import Block, Bullets, Cell, Paragraph, Section, Table
from reports.facts import Facts
from reports.rules_words import players_in_words, rules_in_words, setting
from reports.words import capital, quoted
from sim.limits import games_words


def rules(facts: Facts) -> Section:
    """Return the section on the rules: those of the first variant, and what each of the others changes."""
    first, *others = facts.variants
    played = facts.rules[first]
    if facts.run.scenario.tournament:
        # All matches of a tournament are played by the same rules; the players are listed elsewhere.
        others, played = [], facts.game.rules.of(played.as_dict())
    told = [*rules_in_words(played, game=facts.game), *players_in_words(facts.game, played)]
    blocks: list[Block] = [Paragraph(f"Under {quoted(first)}:")] if others else []
    blocks.append(Bullets(tuple(told)))
    if others:
        blocks.append(_changes(facts, first, others, told))
    return Section("The rules played", tuple(blocks))


def _changes(facts: Facts, first: str, others: list[str], told: list[str]) -> Table:
    base = facts.rules[first].as_dict()
    rows = []
    for variant in others:
        own = facts.rules[variant]
        changed = [name for name, value in own.as_dict().items() if value != base.get(name)]
        said = [*rules_in_words(own, game=facts.game), *players_in_words(facts.game, own)]
        words = [sentence for sentence in said if sentence not in told]
        values = ", ".join(f"{name} = {setting(getattr(own, name))}" for name in changed)
        rows.append((Cell(variant), Cell(" ".join(words) or "The same."), Cell(values or "none")))
    caption = f"What the other variants change; everything else is as under {quoted(first)}."
    if any(label != name for label, name in facts.public.items()):
        caption += " In files and commands a variant is named by its options."
    return Table(caption, ("variant", "rules", "options"), tuple(rows), frozenset({1, 2}))


def subtitle(facts: Facts) -> str:
    """Return what was played, in one line."""
    from reports.numbers import whole

    games = {facts.games(variant) for variant in facts.variants}
    entrants = facts.run.scenario.tournament
    if entrants:
        each = f"{whole(len(facts.variants))} matches of {games_words(max(games))}"
        return f"{capital(facts.game.title)}: a tournament of {len(entrants)} policies, {each}, {facts.in_common}"
    least, most = min(games), max(games)
    each = games_words(most) if least == most else f"{whole(least)} to {whole(most)} games"
    per = "" if facts.single else f" under each of {len(facts.variants)} variants"
    common = facts.in_common
    pairs = f", {common}" if common else ", not all on the same deals"
    return f"{capital(facts.game.title)}: {each}{per}{'' if facts.single else pairs}"
