"""Endings: who wins and how games end; unfinished games are always mentioned."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product

from reports import numbers
from reports.facts import Facts
from reports.sections.cells import Entry, by_variant, share_cell
from reports.sections.seats import seats
from reports.words import capital, join, outcome, quantity, quoted, under_variant
from sim.contract.answer import Block, Paragraph, Section, Table
from sim.contract.columns import ENDING, ENDLESS, STOPPED, WINNER, Role
from sim.contract.events import DRAW, UNFINISHED
from sim.contract.vocabulary import seat_word
from sim.limits import games_words
from sim.stats import Interval

TITLE = "Who wins, and how games end"
"""The heading of the section."""

OfVariant = Callable[[str], Interval]

_LEFT = {ENDLESS: "repeated for ever", STOPPED: "went on to the cap"}
"""How unfinished games were left."""


def endings(facts: Facts) -> Section | None:
    """Return the section on winners and endings; None if neither was counted."""
    blocks: list[Block] = []
    if facts.has_winner:
        nobody = [DRAW] * facts.game.can_be_drawn + [UNFINISHED] * (
            not facts.game.always_ends
        )
        kinds = [(kind, outcome(kind)) for kind in (*range(facts.seats), *nobody)]
        blocks.append(
            _shares(
                facts,
                "Who wins, as shares of all games.",
                _of_all(facts, WINNER, kinds),
            )
        )
        blocks += seats(facts)
        if facts.any_unfinished:
            blocks.append(_finished_table(facts))
    for column in _seat_columns(facts):
        pairs = product(facts.variants, range(facts.seats))
        if all(
            facts.share(name, column, seat) == facts.share(name, WINNER, seat)
            for name, seat in pairs
        ):
            continue  # who wins has been said
        caption = f"Who is {_role(facts, column)}, as shares of all games."
        names = [(seat, seat_word(seat)) for seat in range(facts.seats)]
        blocks.append(_shares(facts, caption, _of_all(facts, column, names)))
    counted = [
        column for column in facts.categories if column in facts.declared.counted
    ]
    blocks += [_category_table(facts, column) for column in counted]
    if not blocks:
        return None
    if sentences := unfinished(facts):
        blocks.append(Paragraph(" ".join(sentences)))
    return Section(TITLE, tuple(blocks))


def _shares(
    facts: Facts,
    caption: str,
    columns: Mapping[str, OfVariant],
    head: str = "share of games",
) -> Table:
    """Return a table of shares of games, from the title of each column and its share under a variant."""
    # What no game shows, under any variant, is said once, with the bound that holds for the fewest games.
    unseen = [
        title
        for title, of in columns.items()
        if all(of(variant).value == 0 for variant in facts.variants)
    ]
    if unseen and not facts.watched:
        bound = max(
            (columns[unseen[0]](variant).high or 0.0 for variant in facts.variants),
            default=0.0,
        )
        caption += (
            f" Never seen: {join(unseen)} ({numbers.percent_span(0, bound)} of games)."
        )
    entries = [
        Entry(title, of, share=True)
        for title, of in columns.items()
        if title not in unseen
    ]
    return by_variant(facts, caption, entries, head)


def _of_all(
    facts: Facts, column: str, names: Iterable[tuple[int, str]]
) -> dict[str, OfVariant]:
    """Return the shares of all games with each value of a column, by what the value is called."""
    return {
        name: lambda variant, code=code: facts.share(variant, column, code)  # type: ignore[misc]
        for code, name in names
    }


def _finished_table(facts: Facts) -> Table:
    """Return who wins the games that were finished: unfinished games take from every player's share of all games."""

    def of(winner: int) -> OfVariant:
        return lambda variant: facts.share_of_finished(variant, winner)

    # Where every game is finished, these are the shares of all games.
    left = replace(facts, variants=tuple(filter(facts.unfinished, facts.variants)))
    seats = max(facts.rules[variant].seats for variant in left.variants)
    kinds = [*range(seats), *([DRAW] * facts.game.can_be_drawn)]
    under = under_variant(facts.single or not left.single, left.variants[0])
    return _shares(
        left,
        f"Who wins{under}, as shares of the games that were finished; compare the players by these, since an "
        "unfinished game lowers every player's share of all games.",
        {outcome(kind): of(kind) for kind in kinds},
        "share of finished games",
    )


def _seat_columns(facts: Facts) -> list[str]:
    """Return the counted columns besides the winner whose value is a player."""
    columns = facts.game.columns_under(facts.rules[facts.variants[0]])
    return [
        column.name
        for column in columns
        if column.role is Role.PLAYER and column.name in facts.declared.counted
    ]


def _role(facts: Facts, column: str) -> str:
    """Return what the player named by a column is, such as "the drunkard"."""
    return facts.declared.columns[column].article + quantity(column)


def _category_table(facts: Facts, column: str) -> Table:
    title, names = capital(column.replace("_", " ")), dict[str, str]()
    meaning = facts.meanings.get(column, "")
    if column == ENDING:
        title, names, meaning = "How games end", dict(facts.game.vocabulary.endings), ""
    kinds = [
        (code, names.get(name, name))
        for code, name in enumerate(facts.categories[column])
    ]
    caption = f"{title}, as shares of all games{f' ({meaning})' if meaning else ''}."
    return _shares(facts, caption, _of_all(facts, column, kinds))


def unfinished(facts: Facts) -> list[str]:
    """Return sentences on how many games are unfinished, even if all ended."""
    if not facts.has_winner or facts.game.always_ends:
        return []
    names = facts.categories.get(ENDING, ())
    sentences = []
    finished = []
    for variant in facts.variants:
        count = facts.unfinished(variant)
        if not count:
            finished.append(variant)
            continue
        ways = {
            _LEFT.get(names[end], names[end]): stopped
            for (winner, end), stopped in sorted(
                facts.table(variant, WINNER, ENDING).items()
            )
            if winner == UNFINISHED and stopped and end < len(names)
        }
        left = f"{numbers.whole(count)} of {games_words(facts.games(variant))}{under_variant(facts.single, variant)}"
        each = join(
            [f"{numbers.whole(stopped)} {way}" for way, stopped in ways.items()]
        )
        told = next(iter(ways)) if len(ways) == 1 else f"did not come to an end: {each}"
        share = share_cell(facts.share(variant, WINNER, UNFINISHED)).text
        sentences.append(f"{left} {told}; that is {share}.")
    if finished:
        sentences.append(_all_ended(facts, finished))
    return sentences


def _all_ended(facts: Facts, finished: list[str]) -> str:
    """Return what follows from variants all of whose games ended: a bound on the share of games that do not."""
    least = min(finished, key=facts.games)
    bound = facts.share(least, WINNER, UNFINISHED).high or 0.0
    games = (
        f"All {games_words(facts.games(least))}"
        if facts.games(least) > 1
        else "The only game"
    )
    where = ""
    if not facts.single:
        every = len(finished) == len(facts.variants)
        each = "match" if facts.run.scenario.tournament else "variant"
        where = (
            f" of each {each}"
            if every
            else f" under {join([quoted(name) for name in finished])}"
        )
    return (
        f"{games}{where} came to an end, so at most {numbers.one_in(bound)} goes on for ever or past the cap "
        f"({numbers.level_text(facts.level)} one-sided Clopper-Pearson bound)."
    )
