"""Endings: who wins, how games end, and how many never do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product

from reports import numbers
from reports.facts import Facts
from reports.sections.tables import Column, by_variant
from reports.words import capital, join, outcome, quantity
from sim.contract.answer import Answer, Block, Paragraph, Section, Table
from sim.contract.columns import ENDING, WINNER, Role
from sim.contract.events import NOBODY, UNFINISHED
from sim.contract.vocabulary import seat_word
from sim.stats import Interval
from sim.words import games_words

ALIKE = "Rules that treat the seats alike let all players win equally often."
"""The sentence in place of a table that could only show chance."""

OTHERS_ALIKE = (
    "Under the other rules all players win equally often, being treated alike."
)
"""The sentence before a table of the rules that favour a seat, where others do not."""

OfVariant = Callable[[str], Interval]


def winner(facts: Facts) -> Section | None:
    """The section on who wins; None if that was not counted."""
    blocks: list[Block] = [*_winners(facts)] if facts.has_winner else []
    for column in _seat_columns(facts):
        pairs = product(facts.variants, range(facts.seats))
        if all(
            facts.share(name, column, seat) == facts.share(name, WINNER, seat)
            for name, seat in pairs
        ):
            continue  # who wins has been said
        role = facts.declared.columns[column].article + quantity(column)
        names = [(seat, seat_word(seat)) for seat in range(facts.seats)]
        if blocks == [Paragraph(ALIKE)]:
            blocks = []  # this role is not dealt out alike
        blocks += _shares(facts, f"Who is {role}", _of_all(facts, column, names))
    return Section("Who wins", tuple(blocks)) if blocks else None


def endings(facts: Facts) -> Section | None:
    """The section on how games end; None if that was not counted."""
    blocks = [
        block
        for column in facts.categories
        if column in facts.declared.counted
        for block in _categories(facts, column)
    ]
    return Section("How games end", tuple(blocks)) if blocks else None


def _winners(facts: Facts) -> Iterable[Block]:
    """Who wins, under the variants where that is not settled by the symmetry of the rules."""
    names = [
        name for name in facts.variants if not facts.game.seats_alike(facts.rules[name])
    ]
    kinds = [*range(facts.seats), *([NOBODY] * facts.game.can_be_drawn)]
    if len(names) < len(facts.variants):
        yield Paragraph(OTHERS_ALIKE if names else ALIKE)
    if names:
        columns = {outcome(kind): partial(_won, facts, kind) for kind in kinds}
        yield from _shares(facts, "Who wins", columns, variants=names)
        # An unfinished game lowers every player's share of all games.
        left = [*filter(facts.unfinished, names)]
        finished = {
            outcome(kind): partial(facts.share_of_finished, winner=kind)
            for kind in kinds
        }
        if left:
            of = "games that were finished"
            yield from _shares(facts, "Who wins", finished, of, left)


def _won(facts: Facts, winner: int, variant: str) -> Interval:
    """The share of a variant's games with a winner."""
    return facts.share(variant, WINNER, winner)


def _shares(
    facts: Facts,
    what: str,
    columns: Mapping[str, OfVariant],
    of: str = "all games",
    variants: Sequence[str] = (),
) -> Iterable[Block]:
    """A table of shares of games.

    What no game shows, under any variant, is said once.
    """
    names = variants or facts.variants
    values = {
        title: [share(name).value for name in names] for title, share in columns.items()
    }
    shown = [
        Column(title, columns[title], share=True)
        for title, found in values.items()
        if any(found)
    ]
    unseen = [title for title, found in values.items() if 0 in found and not any(found)]
    # The bound that holds for the fewest games holds for all.
    bound = max(
        (columns[title](name).high or 0.0 for title in unseen for name in names),
        default=0.0,
    )
    most = f" ({numbers.percent_span(0, bound)} of games)" if bound else ""
    never = f"Not seen in any game: {join(unseen)}{most}." if unseen else ""
    if shown:
        caption = f"{what}, as shares of {of}. {never}".strip()
        yield by_variant(facts, caption, shown, names)
    elif never:
        yield Paragraph(never)


def _of_all(
    facts: Facts, column: str, names: Iterable[tuple[int, str]]
) -> dict[str, OfVariant]:
    """The shares of all games with each value of a column, by what the value is called."""
    return {
        name: partial(facts.share, column=column, code=code) for code, name in names
    }


def _seat_columns(facts: Facts) -> list[str]:
    """The counted columns besides the winner whose value is a player."""
    columns = facts.game.columns_under(facts.rules[facts.variants[0]])
    return [
        column.name
        for column in columns
        if column.role is Role.PLAYER and column.name in facts.declared.counted
    ]


def _categories(facts: Facts, column: str) -> Iterable[Block]:
    title = capital(column.replace("_", " "))
    names = dict[str, str]()
    meaning = facts.meanings.get(column, "")
    if column == ENDING:
        title = "How games end"
        names = dict(facts.game.vocabulary.endings)
        meaning = ""
    kinds = [
        (code, names.get(name, name))
        for code, name in enumerate(facts.categories[column])
    ]
    if meaning:
        title = f"{title} ({meaning})"
    return _shares(facts, title, _of_all(facts, column, kinds))


def unfinished(facts: Facts, answer: Answer) -> str:
    """How many games are unfinished, and how many can be although none was seen.

    What that means for lengths is said if the sections of an answer have their medians.
    """
    if not facts.has_winner or facts.game.always_ends:
        return ""
    left = sum(map(facts.unfinished, facts.variants))
    games = sum(map(facts.games, facts.variants))
    if left:
        endless = sum(map(facts.endless, facts.variants))
        fates = {
            "repeat themselves for ever": endless,
            "were stopped at the cap": left - endless,
        }
        seen = [
            f"{numbers.whole(count)} {fate}" for fate, count in fates.items() if count
        ]
        told = f"Of {games_words(games)}, {join(seen)}."
        titles = [
            title
            for section in answer.sections
            for block in section.blocks
            if isinstance(block, Table)
            for title in block.head
        ]
        if not any("median" in title for title in titles):
            return told
        means = "; where some never end there is no mean" if endless else ""
        stopped = "; “≥” marks what can only be larger" if left > endless else ""
        return (
            f"{told} Medians and limits count them as longer than all that ended"
            f"{means}{stopped}."
        )
    if ENDING not in facts.categories:
        return ""
    least = min(facts.variants, key=facts.games)
    bound = facts.share(least, WINNER, UNFINISHED).high or 0.0
    several = not facts.single and facts.tournament is None
    rules = ", under any of these rules" if several else ""
    return (
        "All games came to an end; so very likely fewer than "
        f"{numbers.one_in(bound, bound=True)} do not{rules}."
    )
