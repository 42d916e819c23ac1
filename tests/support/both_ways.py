"""A game played both ways, by its rulebook and by its kernel, for the tests that compare the two."""

import itertools

from sim.cards import cards_text
from sim.contract.dealing import Deals
from sim.contract.events import Outcome, Settled
from sim.contract.game import outcome, seated
from sim.deals.deck import deal_rows
from sim.games import find_game
from tests.support.decks import parse_cards

ONE_WAR = {"wars": 1, "single_wars": 1, "longest_war": 1}
"""What one war at one tie leaves in the columns of a row."""


def rules_for(game, policies=None, **options):
    """The rules of a game with some options and policies."""
    return seated(game, game.rules.of(options), policies)


def rows_of(game, rules, columns):
    """A kernel's columns as the rows that the rulebook gives: categories in words, halves as halves."""
    declared = {column.name: column for column in game.columns_under(rules)}
    assert columns.keys() == declared.keys()
    values = []
    for name, column in declared.items():
        if column.categories:
            values.append([column.categories[code] for code in columns[name]])
        else:
            values.append(
                (
                    columns[name] / column.per if column.per > 1 else columns[name]
                ).tolist()
            )
    return [dict(zip(declared, row, strict=True)) for row in zip(*values, strict=True)]


def assert_rows_agree(told, played, which):
    """Compare the kernel's rows with the rulebook's; ``which`` names the game at a place."""
    assert told, "no games were played"
    for place, (one, other) in enumerate(zip(told, played, strict=True)):
        assert one == other, which(place)


def by_rulebook(name, rules, deals, seed=1, first=0, *, given=False):
    """The rulebook's rows of some deals; where nothing is dealt, each is empty."""
    game = find_game(name)
    rows = []
    for number, deal in enumerate(deals, first):
        if given:
            packets = game.deals.dealing.layout(rules, len(deal)).packets(deal)
        else:
            packets = game.deals.packets(rules, deal)
        rows.append(outcome(game, rules, packets, seed=seed, number=number))
    return rows


def by_kernel(name, rules, deals, seed=1, first=0, *, given=False, **how):
    """The same by the kernel; ``how`` goes to one that can play the same games in several ways."""
    game = find_game(name)
    if isinstance(game.deals, Deals):
        where = game.deals.dealing.layout(rules, deals.shape[1] if given else None)
        return rows_of(
            game,
            rules,
            game.deals.kernel().play_block(rules, deals, where, seed, first, **how),
        )
    return rows_of(
        game, rules, game.deals.drawing().play_games(rules, seed, first, len(deals))
    )


def assert_same(name, rules, deals, seed=1, first=0, *, given=False, ways=({},)):
    """Compare the rows of every way in which the kernel plays with the rulebook's; return the rows."""
    told = by_rulebook(name, rules, deals, seed, first, given=given)
    for how in ways:
        assert_rows_agree(
            told,
            by_kernel(name, rules, deals, seed, first, given=given, **how),
            lambda place, how=how: (
                f"game {first + place} of seed {seed}, {rules}, {how}: {list(deals[place])}"
            ),
        )
    return told


def assert_same_on_shuffled(name, games, *, seed=1, **options):
    """The same on the game's own deals."""
    rules = find_game(name).rules.of(options)
    return assert_same(name, rules, deal_rows(rules, seed, 0, games), seed=seed)


def assert_capped_around_cycles(
    name, options, deals, play=assert_same, *, length="rounds", most=None
):
    """Games that repeat for ever, played again with the cap before, at and after the first repetition.

    Returns their places among the deals, at most so many.
    """
    of = find_game(name).rules.of
    free = play(name, of(options), deals)
    cycling = [place for place, row in enumerate(free) if row["ending"] == "cycle"]
    for place in cycling[:most]:
        rounds = free[place][length]
        for cap in (rounds - 1, rounds, rounds + 1):
            rules = of({**options, "max_rounds": cap})
            [again] = play(name, rules, deals[[place]])
            if cap >= rounds:
                assert again == free[place]
            else:
                assert (again["ending"], again[length]) == ("cap", cap)
    return cycling[:most]


def crossed(**values):
    """Every combination of the values of some options."""
    for combination in itertools.product(*values.values()):
        yield dict(zip(values, combination, strict=True))


def events(name, *hands, seed=1, number=0, **options):
    """Everything that happens in the game of these packets, top cards first."""
    game = find_game(name)
    seats = (
        {"players": len(hands)}
        if "players" in {option.name for option in game.options}
        else {}
    )
    rules = game.rules.of(seats | options)
    return list(game.tell(rules, [parse_cards(hand) for hand in hands], seed, number))


def table_after(name, number, *hands, **options):
    """What lies on the table after a round or turn of that game: the packets, and after a bar the piles."""
    table = of_kind(Settled, events(name, *hands, **options))[number]
    parts = [table.packets, table.piles] if table.piles else [table.packets]
    return " | ".join(
        " / ".join(cards_text(cards) or "-" for cards in part) for part in parts
    )


def row(name, *hands, **options):
    """The row of that game."""
    return row_of(events(name, *hands, **options))


def shown(name, *hands, **options):
    """The columns of that game's row that are not zero, those of the deal aside."""
    played = row(name, *hands, **options)
    return {
        column: value
        for column, value in played.items()
        if value and column not in ("aces", "rank_sum")
    }


def row_of(told):
    """The row with which a game ends."""
    last = told[-1]
    assert isinstance(last, Outcome)
    return last.row


def of_kind(kind, told):
    return [event for event in told if isinstance(event, kind)]
