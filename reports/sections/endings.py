"""Who wins and how games end; unfinished games are always mentioned."""

from __future__ import annotations

from reports import numbers
from reports.document import Block, Paragraph, Section, Table
from reports.facts import Facts
from reports.sections.cells import Entry, by_variant, intervals_are, share_phrase
from reports.sections.seats import seats
from reports.words import capital, ending, join, outcome, quantity, quoted, under_variant
from sim.contract.columns import ENDING, WINNER
from sim.contract.events import DRAW, UNFINISHED
from sim.contract.vocabulary import seat_word
from sim.limits import games_words
from sim.stats import Interval, proportion
from sim.stats.sequences import BETA_BINOMIAL

HOW = "Wilson; Clopper-Pearson for few games of a kind"


def endings(facts: Facts) -> Section | None:
    """Return the section on winners and endings; None if neither was counted."""
    blocks: list[Block] = []
    if facts.has_winner:
        blocks += [_winners_table(facts), *seats(facts)]
        if _any_unfinished(facts):
            blocks.append(_finished_table(facts))
    blocks += [_seats_table(facts, column) for column in _seat_columns(facts)]
    blocks += [_category_table(facts, column) for column in _category_columns(facts)]
    if not blocks:
        return None
    if _holders(facts):
        blocks.append(_holders_table(facts))
    if left := unfinished(facts):
        blocks.append(Paragraph(" ".join(left)))
    return Section("Who wins, and how games end", tuple(blocks))


def _winners_table(facts: Facts) -> Table:
    def entry(winner: int) -> Entry:
        return Entry(outcome(winner), lambda variant: facts.share(variant, WINNER, winner), share=True)

    nobody = [DRAW] * facts.game.can_be_drawn + [UNFINISHED] * (not facts.game.always_ends)
    kinds = [*range(facts.seats), *nobody]
    return by_variant(
        facts,
        f"Who wins, as shares of all games. {intervals_are(facts, HOW, BETA_BINOMIAL)}",
        [entry(kind) for kind in kinds],
        "share of games",
    )


def _finished_table(facts: Facts) -> Table:
    """Return who wins the games that were finished: unfinished games take from every player's share of all games."""

    def entry(winner: int) -> Entry:
        title = f"{outcome(winner)}, of finished games"
        return Entry(title, lambda variant: facts.share_of_finished(variant, winner), share=True)

    kinds = [*range(facts.seats), *([DRAW] * facts.game.can_be_drawn)]
    return by_variant(
        facts,
        "Who wins, as shares of the games that were finished; compare the players by these, since an unfinished game "
        f"lowers every player's share of all games. {intervals_are(facts, HOW, BETA_BINOMIAL)}",
        [entry(kind) for kind in kinds],
        "share of finished games",
    )


def _any_unfinished(facts: Facts) -> bool:
    return any(facts.unfinished(variant) for variant in facts.variants)


def _seat_columns(facts: Facts) -> list[str]:
    """Return the counted columns besides the winner whose value is a player."""
    columns = facts.game.columns_under(facts.rules[facts.variants[0]])
    return [column.name for column in columns if column.is_seat and column.name in facts.declared.counted]


def _seats_table(facts: Facts, column: str) -> Table:
    def entry(seat: int) -> Entry:
        return Entry(seat_word(seat), lambda variant: facts.share(variant, column, seat), share=True)

    return by_variant(
        facts,
        f"Who is {_article(facts, column)}{quantity(column)}, as shares of all games. "
        f"{intervals_are(facts, HOW, BETA_BINOMIAL)}",
        [entry(seat) for seat in range(facts.seats)],
        "share of games",
    )


def _article(facts: Facts, column: str) -> str:
    return facts.declared.columns[column].article


def _holders(facts: Facts) -> list[str]:
    """Return the columns whose value is a player and that were counted together with the winner."""
    seats = _seat_columns(facts)
    return [second for first, second in facts.game.tables if first == WINNER and second in seats]


def _holder_wins(facts: Facts, variant: str, column: str) -> Interval:
    """Return how often the player named by a column wins, out of the games in which it names one."""
    cells = facts.table(variant, WINNER, column)
    named = sum(count for (_, seat), count in cells.items() if seat >= 0)
    won = sum(count for (winner, seat), count in cells.items() if winner == seat >= 0)
    return proportion(won, named, facts.level)


def _holders_answer(facts: Facts) -> list[str]:
    """Return a sentence for each such column."""
    sentences = []
    for column in _holders(facts):
        shares = {variant: _holder_wins(facts, variant, column) for variant in facts.variants}
        first, *others = facts.variants
        who = f"The player who is {_article(facts, column)}{quantity(column)}"
        said = f"{who} wins {share_phrase(shares[first])} of games"
        if not others:
            sentences.append(f"{said}.")
            continue
        ranked = sorted(others, key=lambda variant: shares[variant].value or 0.0)
        ends = [f"{share_phrase(shares[name])} under {quoted(name)}" for name in (ranked[0], ranked[-1])]
        rest = ends[0] if len(others) == 1 else f"under the others from {ends[0]} to {ends[1]}"
        sentences.append(f"{said} under {quoted(first)}; {rest}.")
    return sentences


def _holders_table(facts: Facts) -> Table:
    """Return the table of how often the player named by a column wins, out of the games in which it names one."""

    def entry(column: str) -> Entry:
        return Entry(
            f"{quantity(column)} wins", lambda variant: _holder_wins(facts, variant, column), share=True
        )

    told = "; ".join(
        f"{quantity(column)}: {facts.meanings[column].partition('; -1')[0]}" for column in _holders(facts)
    )
    return by_variant(
        facts,
        f"How often the player named by the column wins ({told}), out of the games in which it names one. "
        f"{intervals_are(facts, HOW, BETA_BINOMIAL)}",
        [entry(column) for column in _holders(facts)],
        "share of those games",
    )


def _category_columns(facts: Facts) -> list[str]:
    """Return the categorical columns that were counted, alone or in a cross table."""
    return [column for column in facts.categories if column in facts.declared.counted]


def _category_table(facts: Facts, column: str) -> Table:
    def entry(code: int, category: str) -> Entry:
        words = endings_said.get(category, category) if column == ENDING else category
        return Entry(words, lambda variant: facts.share(variant, column, code), share=True)

    endings_said = facts.game.vocabulary.endings
    title = "How games end" if column == ENDING else capital(column.replace("_", " "))
    key = "" if column == ENDING else facts.meanings.get(column, "")
    return by_variant(
        facts,
        f"{title}, as shares of all games{f' ({key})' if key else ''}. {intervals_are(facts, HOW, BETA_BINOMIAL)}",
        [entry(code, category) for code, category in enumerate(facts.categories[column])],
        "share of games",
    )


def _stops(facts: Facts, variant: str) -> str:
    """Return how many unfinished games ended in each way."""
    names = facts.categories.get(ENDING, ())
    table = facts.table(variant, WINNER, ENDING)
    ways = {end: count for (winner, end), count in table.items() if winner == UNFINISHED and count}
    return join(
        [
            f"{numbers.whole(count)} {ending(names[end])}"
            for end, count in sorted(ways.items())
            if end < len(names)
        ]
    )


def unfinished(facts: Facts) -> list[str]:
    """Return sentences on how many games are unfinished, even if all ended."""
    if not facts.has_winner or facts.game.always_ends:
        return []
    stuck = {variant: facts.unfinished(variant) for variant in facts.variants}
    sentences = []
    for variant, count in stuck.items():
        if count:
            ways = _stops(facts, variant)
            share = share_phrase(facts.share(variant, WINNER, UNFINISHED))
            all_games = games_words(facts.games(variant))
            sentences.append(
                f"{numbers.whole(count)} of {all_games}{under_variant(facts.single, variant)} "
                f"did not come to an end{f': {ways}' if ways else ''}; that is {share}."
            )
    finished = [variant for variant, count in stuck.items() if not count]
    if finished:
        least = min(finished, key=facts.games)
        bound = facts.share(least, WINNER, UNFINISHED).high or 0.0
        games = f"All {games_words(facts.games(least))}" if facts.games(least) > 1 else "The only game"
        where = (
            ""
            if facts.single
            else " of each variant"
            if len(finished) == len(stuck)
            else f" under {join([quoted(name) for name in finished])}"
        )
        sentences.append(
            f"{games}{where} came to an end, so at most {numbers.one_in(bound)} goes on for ever or "
            "past the cap "
            f"({numbers.level_text(facts.level)} one-sided Clopper-Pearson bound)."
        )
    return sentences


def answer(facts: Facts) -> list[str]:
    """Return the statements on who wins."""
    if not facts.has_winner:
        return []
    if facts.single:
        only = facts.variants[0]
        parts = [
            f"the {seat_word(seat)} wins {share_phrase(facts.share(only, WINNER, seat))}"
            for seat in range(facts.seats)
        ]
        if facts.game.can_be_drawn:
            tied = facts.share(only, WINNER, DRAW)
            none = f"none is drawn (at most {numbers.one_in(tied.high or 0.0)})"
            parts.append(f"{share_phrase(tied)} are drawn" if facts.drawn(only) else none)
        if facts.unfinished(only):
            parts.append(f"{share_phrase(facts.share(only, WINNER, UNFINISHED))} are unfinished")
            finished = [
                f"the {seat_word(seat)} wins {share_phrase(facts.share_of_finished(only, seat))}"
                for seat in range(facts.seats)
            ]
            said = [f"Of all games, {join(parts)}.", f"Of the finished games, {join(finished)}."]
        else:
            said = [f"Of all games, {join(parts)}."]
        return [*said, *_holders_answer(facts)]
    first, *others = facts.variants
    finished_alone = _any_unfinished(facts)
    shares = {
        variant: facts.share_of_finished(variant, 0) if finished_alone else facts.share(variant, WINNER, 0)
        for variant in facts.variants
    }
    ranked = sorted(others, key=lambda variant: shares[variant].value or 0.0)
    least, most = (f"{share_phrase(shares[name])} under {quoted(name)}" for name in (ranked[0], ranked[-1]))
    rest = least if len(others) == 1 else f"the other {len(others)} variants range from {least} to {most}"
    hands = getattr(facts.rules[first], "hands", None)
    who = f"The first player ({hands[0]})" if hands else "The first player"
    games = "finished games" if finished_alone else "games"
    won = f"{who} wins {share_phrase(shares[first])} of {games} under {quoted(first)}"
    drawn = [_drawn(facts)] if facts.game.can_be_drawn else []
    return [f"{'; '.join([won, rest, *drawn])}.", *_of_all_games(facts), *_holders_answer(facts)]


def _of_all_games(facts: Facts) -> list[str]:
    """Return who wins, out of all games, under each variant with unfinished games."""
    sentences = []
    for variant in facts.variants:
        if facts.unfinished(variant):
            parts = [
                f"the {seat_word(seat)} wins {share_phrase(facts.share(variant, WINNER, seat))}"
                for seat in range(facts.rules[variant].seats)
            ]
            left = share_phrase(facts.share(variant, WINNER, UNFINISHED))
            sentences.append(
                f"Of all games under {quoted(variant)}, {join([*parts, f'{left} are unfinished'])}."
            )
    return sentences


def _drawn(facts: Facts) -> str:
    """Return how many games are drawn under the variants."""
    draws = [facts.share(variant, WINNER, DRAW).value or 0.0 for variant in facts.variants]
    if not max(draws):
        return "no game is drawn"
    low, high = (f"{numbers.figures(100 * share, 2) if share else 0} %" for share in (min(draws), max(draws)))
    return f"{low} to {high} of games are drawn" if low != high else f"{low} of games are drawn"
