"""The rules that were played, in words."""

from __future__ import annotations

from reports.document import Block, Bullets, Cell, Paragraph, Section, Table
from reports.facts import Facts
from reports.words import capital, rules_in_words, setting


def rules(facts: Facts) -> Section:
    """Return the section on the rules: what all variants share, and what each does otherwise."""
    if facts.single:
        only = facts.rules[facts.variants[0]]
        return Section("The rules played", (Bullets(tuple(rules_in_words(facts.game, only))),))
    first = facts.rules[facts.variants[0]]
    settings = [facts.rules[variant].as_dict() for variant in facts.variants]
    varied = [name for name in first.as_dict() if any(one[name] != settings[0][name] for one in settings)]
    own = {variant: rules_in_words(facts.game, facts.rules[variant]) for variant in facts.variants}
    shared = [
        sentence for sentence in own[facts.variants[0]] if all(sentence in told for told in own.values())
    ]
    blocks: list[Block] = [Paragraph("Under all variants:"), Bullets(tuple(shared))] if shared else []
    rows = []
    for variant in facts.variants:
        values = ", ".join(f"{name} = {setting(getattr(facts.rules[variant], name))}" for name in varied)
        told = " ".join(sentence for sentence in own[variant] if sentence not in shared)
        rows.append((Cell(variant), Cell(told or "As above."), Cell(values)))
    head = ("variant", "rules", "options")
    blocks.append(
        Table("What the variants settle, each in its own way.", head, tuple(rows), frozenset({1, 2}))
    )
    return Section("The rules played", tuple(blocks))


def subtitle(facts: Facts) -> str:
    """Return what was played, in one line."""
    from reports.numbers import whole

    games = {facts.games(variant) for variant in facts.variants}
    least, most = min(games), max(games)
    each = whole(most) if least == most else f"{whole(least)} to {whole(most)}"
    per = "" if facts.single else f" under each of {len(facts.variants)} variants"
    return f"{capital(facts.game.title)}: {each} games{per}{'' if facts.single else ', on the same deals'}"
