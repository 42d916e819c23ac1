"""Endings: who wins and how games end; unfinished games are always mentioned."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import product

from reports import numbers
from reports.facts import Facts
from reports.sections.cells import Entry, by_variant, share_phrase
from reports.sections.seats import seats
from reports.words import capital, join, outcome, quantity, quoted, under_variant
from sim.contract.answer import Block, Paragraph, Section, Table
from sim.contract.columns import ENDING, ENDLESS, STOPPED, WINNER, Role
from sim.contract.events import DRAW, UNFINISHED
from sim.contract.vocabulary import number_word, seat_word
from sim.limits import games_words
from sim.stats import Interval, proportion

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
    return Section(
        "Who wins, and how games end", tuple(blocks), lead=tuple(answer(facts))
    )


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


def _holder_wins(facts: Facts, variant: str, column: str) -> Interval:
    """Return how often the player named by a column wins, out of the games in which it names one."""
    cells = facts.table(variant, WINNER, column)
    named = sum(count for (_, seat), count in cells.items() if seat >= 0)
    won = sum(count for (winner, seat), count in cells.items() if winner == seat >= 0)
    return proportion(won, named, facts.level)


def _holders_answer(facts: Facts) -> list[str]:
    """Return a sentence for each column whose value is a player and that was counted together with the winner."""
    sentences, columns = [], _seat_columns(facts)
    for column in (
        second
        for first, second in facts.game.tables
        if first == WINNER and second in columns
    ):
        shares = {
            variant: _holder_wins(facts, variant, column) for variant in facts.variants
        }
        first, *others = facts.variants
        wins = f"The player who is {_role(facts, column)} wins {share_phrase(shares[first])} of games"
        if others:
            ranked = sorted(others, key=lambda variant: shares[variant].value or 0.0)
            ends = [
                f"{share_phrase(shares[name])} under {quoted(name)}"
                for name in (ranked[0], ranked[-1])
            ]
            rest = (
                ends[0]
                if len(others) == 1
                else f"under the others from {ends[0]} to {ends[1]}"
            )
            wins += f" under {quoted(first)}; {rest}"
        sentences.append(f"{wins}.")
    return sentences


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
        share = share_phrase(facts.share(variant, WINNER, UNFINISHED))
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


def answer(facts: Facts) -> list[str]:
    """Return the statements on who wins."""
    if not facts.has_winner:
        return []
    sentences = _answer_of_one(facts) if facts.single else _answer_of_many(facts)
    return [*sentences, *_holders_answer(facts)]


def _wins(facts: Facts, variant: str, share: Callable[[int], Interval]) -> list[str]:
    """Return how often each player wins, in words."""
    seats = facts.rules[variant].seats
    return [
        f"the {seat_word(seat)} wins {share_phrase(share(seat))}"
        for seat in range(seats)
    ]


def _answer_of_one(facts: Facts) -> list[str]:
    only = facts.variants[0]
    parts = _wins(facts, only, lambda seat: facts.share(only, WINNER, seat))
    if facts.game.can_be_drawn:
        tied = facts.share(only, WINNER, DRAW)
        none = f"none is drawn (at most {numbers.one_in(tied.high or 0.0)})"
        parts.append(f"{share_phrase(tied)} are drawn" if facts.drawn(only) else none)
    if not facts.unfinished(only):
        return [f"Of all games, {join(parts)}."]
    parts.append(
        f"{share_phrase(facts.share(only, WINNER, UNFINISHED))} are unfinished"
    )
    finished = _wins(facts, only, lambda seat: facts.share_of_finished(only, seat))
    return [
        f"Of all games, {join(parts)}.",
        f"Of the finished games, {join(finished)}.",
    ]


def _answer_of_many(facts: Facts) -> list[str]:
    first, *others = facts.variants
    finished_alone = facts.any_unfinished
    shares = {
        variant: facts.share_of_finished(variant, 0)
        if finished_alone
        else facts.share(variant, WINNER, 0)
        for variant in facts.variants
    }
    ranked = sorted(others, key=lambda variant: shares[variant].value or 0.0)
    least, most = (
        f"{share_phrase(shares[name])} under {quoted(name)}"
        for name in (ranked[0], ranked[-1])
    )
    rest = (
        least
        if len(others) == 1
        else f"the other {number_word(len(others))} variants range from {least} to {most}"
    )
    hands = getattr(facts.rules[first], "hands", None)
    who = f"The first player ({hands[0]})" if hands else "The first player"
    games = "finished games" if finished_alone else "games"
    won = f"{who} wins {share_phrase(shares[first])} of {games} under {quoted(first)}"
    drawn = [_drawn(facts)] if facts.game.can_be_drawn else []
    sentences = [f"{'; '.join([won, rest, *drawn])}."]
    for variant in filter(facts.unfinished, facts.variants):
        parts = _wins(
            facts,
            variant,
            lambda seat, variant=variant: facts.share(variant, WINNER, seat),  # type: ignore[misc]
        )
        left = (
            f"{share_phrase(facts.share(variant, WINNER, UNFINISHED))} are unfinished"
        )
        sentences.append(
            f"Of all games under {quoted(variant)}, {join([*parts, left])}."
        )
    return sentences


def _drawn(facts: Facts) -> str:
    """Return how many games are drawn under the variants."""
    draws = [
        facts.share(variant, WINNER, DRAW).value or 0.0 for variant in facts.variants
    ]
    if not max(draws):
        return "no game is drawn"
    low, high = (
        f"{numbers.figures(100 * share, 2) if share else 0} %"
        for share in (min(draws), max(draws))
    )
    if low == high:
        return f"{low} of games are drawn"
    return (
        f"{low} to {high} of games are drawn"
        if min(draws)
        else f"up to {high} of games are drawn"
    )
