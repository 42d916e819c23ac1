"""Tournaments: the ranking, who beats whom, the ways to play, and what cannot be exploited."""

import math
import re
from collections.abc import Sequence

from reports import numbers
from reports.facts import Facts
from reports.sections.tables import of_one_kind
from reports.words import capital
from sim.contract.answer import (
    Block,
    Bullets,
    Entry,
    Number,
    Paragraph,
    Section,
    Table,
)
from sim.tournaments.standings import Standing, Tournament
from sim.words import games_words


def tournament(facts: Facts) -> Section | None:
    """The section on a tournament: its standings, and who beats whom.

    None if the run is not a tournament.
    """
    result = facts.tournament
    if result is None:
        return None
    blocks = (_ranking(facts, result), _pairs(facts, result))
    return Section("The tournament", blocks)


def _ranked(facts: Facts, tournament: Tournament) -> list[Standing]:
    """The policies in the order of the picture: by games won, or else by the margin."""
    if not _by_wins(facts):
        return list(tournament.ranking)
    return sorted(tournament.ranking, key=lambda found: -(found.wins.value or 0.0))


def _by_wins(facts: Facts) -> bool:
    """Whether the scenario asks who wins most games, not who wins by most."""
    planned = facts.run.scenario.answer
    picture = None if planned is None else planned.picture
    return picture is not None and picture.written == "percent"


def mixture(facts: Facts) -> Section | None:
    """The section on what cannot be exploited; None if the run is not a tournament."""
    result = facts.tournament
    if result is None:
        return None
    return Section("A mixture of ways to play", (_mixtures(facts, result),))


def _margin_words(facts: Facts) -> str:
    assert facts.game.margin is not None
    noun = facts.noun(facts.game.margin[0])
    for player in (" of the first player", " by the first player"):
        noun = noun.removesuffix(player)
    return f"average lead in {noun}"


def _ranking(facts: Facts, tournament: Tournament) -> Table:
    ranked = _ranked(facts, tournament)
    drawn = [tournament.drawn(standing.name) for standing in ranked]
    columns: dict[str, Sequence[Entry]] = {
        "way to play": [
            f"{place}. {facts.policies[standing.name]}"
            for place, standing in enumerate(ranked, 1)
        ],
        "games won": of_one_kind([standing.wins for standing in ranked], share=True),
        "games drawn": of_one_kind(drawn, share=True),
        _margin_words(facts): of_one_kind(
            [standing.margin for standing in ranked], signed=True
        ),
    }
    if not any(found.value for found in drawn):
        del columns["games drawn"]
    games = games_words(tournament.deals)
    again = "" if facts.game.undealt else ", on the same deals"
    caption = f"Each pair played {games} in either seating{again}."
    if "games drawn" in columns:
        caption += " Drawn games count for neither."
    return Table(caption, (*columns,), tuple(zip(*columns.values(), strict=True)))


def _pairs(facts: Facts, tournament: Tournament) -> Table:
    """Who beats whom: what each policy gets from every other, in the order of the ranking."""
    ranked = [standing.name for standing in _ranked(facts, tournament)]
    by_wins = _by_wins(facts)
    results = {
        pair: meeting.wins if by_wins else meeting.margin
        for pair, meeting in tournament.meetings.items()
    }
    places = numbers.places_of(results.values(), share=by_wins)
    size = 100 if by_wins else 1
    rows = []
    for place, name in enumerate(ranked, 1):
        row: list[Entry] = [f"{place}. {facts.policies[name]}"]
        for other in ranked:
            if other == name:
                row.append("–")
                continue
            value = size * (results[name, other].value or 0.0)
            whole = value in (0, 100) if by_wins else value.is_integer()
            text = numbers.fixed(value, 0 if whole else places)
            positive = value > 0 and text.strip("0.") and not by_wins
            row.append(f"+{text}" if positive else text)
        rows.append(tuple(row))
    what = "games won, in per cent" if by_wins else _margin_words(facts)
    widest = 2 * size * max(found.half_width or 0.0 for found in results.values())
    unit = 10.0**places
    most = numbers.fixed(math.ceil(widest * unit) / unit, places)
    caption = (
        f"Who beats whom: {what}, for the way in the row against the one whose number "
        f"heads the column; {numbers.level_text(facts.level)} intervals are at most "
        f"{most} wide."
    )
    if by_wins:
        caption += " “100” is every game and “0” none."
        if {"100.0", "0.0"} & {entry for row in rows for entry in row}:
            caption += " “100.0” and “0.0” are rounded."
    head = ("", *(str(place) for place in range(1, len(ranked) + 1)))
    return Table(caption, head, tuple(rows))


def _mixtures(facts: Facts, tournament: Tournament) -> Table:
    weights = dict(zip(tournament.names, tournament.mixture().weights, strict=True))
    rows = tuple(
        (
            facts.policies[standing.name],
            Number(float(weights[standing.name]), share=True, places=1),
        )
        for standing in tournament.ranking
        if weights[standing.name] > 0
    )
    caption = (
        "Mix these ways with these chances and, as far as these games tell, no other "
        "way here wins from you. One that is not here may."
    )
    return Table(caption, ("way to play", "share"), rows)


def ways(facts: Facts) -> Section | None:
    """The section on what the policies do, each in the words of its definition.

    None if the run is not a tournament.
    """
    result = facts.tournament
    if result is None:
        return None
    assert facts.game.policies is not None
    words = facts.game.vocabulary.policies
    parts = facts.game.policies.parts
    alike: list[str] = []
    apart: list[str] = []
    for place, part in enumerate(parts):
        meanings = {}
        for standing in _ranked(facts, result):
            name = str(facts.game.policies.read(standing.name)[place])
            # Without the code in its declaration, its draws of random numbers, and
            # what it does against several opponents: here there is one.
            meaning = re.sub(
                r":? ?``[^`]*``|[;:] (one|no) (draw|word)[^.]*|; of several opponents[^.]*",
                "",
                part.find(name).meaning,
            )
            called = facts.policies[standing.name]
            if len(parts) > 1:
                called = words.get(part.name, {}).get(name, name)
            meanings[name] = f"{capital(called)}: {meaning}"
        common = len(parts) > len(meanings) == 1
        (alike if common else apart).extend(meanings.values())
    blocks: list[Block] = [Bullets(tuple(apart))]
    if alike:
        blocks = [
            Paragraph("All players have in common:"),
            Bullets(tuple(alike)),
            Paragraph("They differ in the rest:"),
            *blocks,
        ]
    return Section("The ways to play", tuple(blocks))
