"""``warlab exact war``: every deal of a small deck."""

from collections.abc import Iterator
from typing import Annotated

from reports.numbers import fixed, percent, whole
from sim.cards import cards_text
from sim.commands import arguments
from sim.commands.options import Setting, Workers, number
from sim.commands.printed import printed
from sim.commands.progress import progress_line
from sim.contract.answer import Answer, Block, Command, Paragraph, Table
from sim.contract.vocabulary import seat_word
from sim.errors import reported_at
from sim.exact.every_deal.answer import DealtGame, WarDeals, rules_of
from sim.exact.every_deal.answer import war as every_deal
from sim.exact.every_deal.problem import EveryDeal
from sim.games.war.rules import WarRules
from sim.options import setting_text
from sim.words import count_words

MOST_RANKS = MOST_COPIES = 255

_SHARES = {"half of them by": 0.5, "90 % by": 0.9, "99 % by": 0.99}
"""The quantiles of the lengths that are shown."""


@printed("csv", "json")
def war(
    ranks: Annotated[
        int | None,
        number(
            "The number of ranks: 1 to N, or N from -r lowest=... up.", 1, MOST_RANKS
        ),
    ] = None,
    copies: Annotated[
        int | None,
        number("The number of cards of each rank.", 1, MOST_COPIES),
    ] = None,
    rule: Setting = None,
    workers: Workers = None,
) -> Answer:
    """Play every deal of a small deck of War: winners, draws, cycles, lengths, the longest game."""
    rules = _rules(ranks, copies, rule)
    every = _count(rules, arguments.worker_count(workers))
    return Answer(
        headline=_heading(every),
        blocks=tuple(_blocks(every)),
        data={"game": "war", **every.as_dict()},
        rows=[
            {"rounds": rounds, "deals": deals} for rounds, deals in every.rounds.items()
        ],
    )


def _blocks(every: WarDeals) -> Iterator[Block]:
    """How the deals end, how long that takes, and the longest games with their replays."""
    yield Table("", ("deals", "", ""), _ends(every))
    if lengths := _lengths(every):
        yield Table("", ("games that end", "rounds"), lengths)
    if every.cycles:
        yield Table("", ("length of the cycle, in rounds", "deals"), _cycles(every))
    if every.longest is not None:
        yield from _game(every.longest, every.rules)


def _heading(every: WarDeals) -> str:
    """What was played: the deals, the deck, and the cards that are left over."""
    left = every.rules.deck.size % every.rules.players
    stay = "stays" if left == 1 else "stay"
    over = (
        f"; {count_words(left, 'card')} of each deal {stay} out of the game"
        if left
        else ""
    )
    cards = count_words(every.rules.deck.size, "card")
    rules = arguments.setting_words(every.rules)
    return f"All {count_words(every.deals, 'deal')} of {cards} under {rules}{over}."


def _rules(
    ranks: int | None, copies: int | None, settings: list[str] | None
) -> WarRules:
    given = arguments.given_settings(settings)
    with reported_at("-r", within=True):
        return rules_of(ranks, copies, given)


def _count(rules: WarRules, workers: int) -> WarDeals:
    with progress_line(EveryDeal(rules).deals) as line:
        return every_deal(rules=rules.as_dict(), workers=workers, progress=line)


def _ends(every: WarDeals) -> tuple[tuple[str, ...], ...]:
    named = [
        (f"{seat_word(player)} wins", deals) for player, deals in enumerate(every.wins)
    ]
    named += [("draw", every.draws), ("never ends", every.cycles)]
    if every.unfinished:
        named.append(
            (
                f"unfinished after {count_words(every.rules.max_rounds, 'round')}",
                every.unfinished,
            )
        )
    rows = [
        (name, whole(deals), percent(float(every.chance(deals))))
        for name, deals in named
    ]
    return (*rows, ("all", whole(every.deals), "100 %"))


def _lengths(every: WarDeals) -> tuple[tuple[str, ...], ...]:
    mean = every.mean_rounds
    if mean is None:
        return ()
    of_shares = [(name, every.quantile(share)) for name, share in _SHARES.items()]
    rows = [(name, whole(rounds)) for name, rounds in of_shares if rounds is not None]
    most = max(every.rounds)
    deals = every.rounds[most]
    last = f"the longest ({count_words(deals, 'deal')})"
    return (("mean", fixed(float(mean), 4)), *rows, (last, whole(most)))


def _cycles(every: WarDeals) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (whole(length), whole(deals)) for length, deals in every.cycle_lengths.items()
    )


def _game(game: DealtGame, rules: WarRules) -> list[Block]:
    settings = "".join(
        f" -r {setting_text(name, value)}" for name, value in rules.changed().items()
    )
    against = " against ".join(cards_text(packet) for packet in game.packets)
    return [
        Paragraph(
            f"The longest game (deal {whole(game.number)}, "
            f"{count_words(game.length, 'round')}): {against}"
        ),
        Command(f"warlab replay war 0 --deal {cards_text(game.deal)!r}{settings}"),
    ]
