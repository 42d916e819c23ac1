"""Seats: equal chances where the rules treat them alike, and otherwise which seat is favoured."""

from reports.document import Block, Paragraph
from reports.facts import Facts
from reports.numbers import percent
from reports.sections.cells import number_phrase, share_phrase
from reports.words import by_seat, join, quoted
from sim.contract.columns import WINNER
from sim.contract.vocabulary import seat_word
from sim.stats import Interval, equal_chance, mcnemar


def alike(facts: Facts, variant: str) -> bool:
    """Return whether the rules of a variant treat all seats alike."""
    return facts.game.seats_alike(facts.rules[variant])


def seats(facts: Facts) -> list[Block]:
    """Return what is known of the seats: equal chances where they are alike, else which of two is favoured."""
    if facts.watched:
        # These intervals hold for one look at a fixed number of games.
        return []
    told = [_equal(facts)] if any(alike(facts, variant) for variant in facts.variants) else []
    unlike: dict[str, list[str]] = {}
    for variant in facts.variants:
        # They may be unlike for another reason than the deal or policies named.
        rules = facts.rules[variant]
        named = not getattr(rules, "even_deal", True) or facts.game.policies is not None
        if rules.seats == 2 and not named and not alike(facts, variant):
            unlike.setdefault(_favoured(facts, variant), []).append(quoted(variant))
    for what, names in unlike.items():
        where = "" if len(names) == len(facts.variants) else f" under {join(names)}"
        told.append(f"These rules do not treat the seats alike{where}{what}")
    return [Paragraph(" ".join(told))] if told else []


def _equal(facts: Facts) -> str:
    same = [variant for variant in facts.variants if alike(facts, variant)]
    players = {facts.rules[variant].seats for variant in same}
    who = "both players" if players == {2} else "all players"
    how = "Swapping the two packets" if players == {2} else "Moving all packets on by a seat"
    where = (
        "" if len(same) == len(facts.variants) else f" under {join([quoted(variant) for variant in same])}"
    )
    chances = {variant: _each(facts, variant) for variant in same}
    by_phrase: dict[str, list[str]] = {}
    for variant, chance in chances.items():
        # Where nobody failed to win, the share is known to be an equal part, or a little less.
        known = (
            share_phrase(chance) if chance.high != chance.value else f"at least {percent(chance.low or 0.0)}"
        )
        by_phrase.setdefault(known, []).append(quoted(variant))
    if len(by_phrase) == 1:
        each = next(iter(by_phrase))
    elif len(players) == 1 and len(same) > 3:
        ranked = sorted(chances.values(), key=lambda chance: chance.value or 0.0)
        each = f"between {share_phrase(ranked[0])} and {share_phrase(ranked[-1])}"
    else:
        each = "; ".join(f"{phrase} under {join(names)}" for phrase, names in by_phrase.items())
    mirrored = f"{how} turns the game{where} into its own mirror image, so {who} win equally often"
    if facts.game.always_ends and not facts.game.can_be_drawn:
        return f"{mirrored}. That the shares counted above differ is chance."
    return (
        f"{mirrored}: each wins an equal part of the games that somebody wins; of all games that is {each}. That the "
        "shares counted above differ is chance."
    )


def _each(facts: Facts, variant: str) -> Interval:
    nobody = facts.histogram(variant, WINNER).count_at_most(-1)
    return equal_chance(nobody, facts.games(variant), facts.rules[variant].seats, facts.level)


def _favoured(facts: Facts, variant: str) -> str:
    """Return why the seats of a variant differ, and which of them is favoured, as the rest of a sentence on it."""
    hist, games = facts.histogram(variant, WINNER), facts.games(variant)
    first_wins, second_wins = (hist.count_at_most(seat) - hist.count_at_most(seat - 1) for seat in (0, 1))
    test = mcnemar(first_wins, second_wins, games, facts.level)
    # In the words of a game, player 0 begins.
    first = f"player {getattr(facts.rules[variant], 'starter', 0)}"
    why = by_seat(facts.game.seats_differ.replace("player 0", first))
    begin = f": {why}." if why else "."
    share = test.interval
    if share.value is None or share.low is None or share.high is None or share.low <= 0 <= share.high:
        return f"{begin} These games do not show which of the two is favoured."
    ahead = share if share.value > 0 else share.scaled(-1)
    first, second = (seat_word(seat) for seat in ((0, 1) if share.value > 0 else (1, 0)))
    by = number_phrase(ahead, "percentage points", 100)
    return f"{begin} The {first} is favoured, and wins {by} more of all games than the {second}."
