"""WarGops played by its rulebook and by its kernel, for the tests that hold one to the other."""

from sim.contract.game import outcome
from sim.games.wargops.equilibria import table_path
from sim.games.wargops.events import Position
from sim.games.wargops.kernel.block import play_games, play_games_from
from sim.games.wargops.policies import POLICIES, View, position_of
from sim.games.wargops.rulebook import GAME, tell
from sim.policies import lowest
from sim.policies.kernel.seats import seats_of
from sim.policies.sets import set_of
from sim.policies.thresholds import mixture_of, strategy
from sim.solver.policies import without
from tests.support import both_ways
from tests.support.mixtures import mixture

NAMES = tuple(
    policy.name for policy in POLICIES.parts[0].policies if policy.name != "equilibrium"
)
"""The policies that can play by all rules."""

AL, BO, CY, DI = range(4)
"""The players of the text's examples."""


def rules_of(policies=None, **options):
    return both_ways.rules_for(GAME, policies, **options)


def scripted(*cards):
    """Lay these cards in this order whenever asked, then the lowest."""
    left = list(cards)

    def follow_the_script(view, chance):
        return left.pop(0) if left else lowest(view.hand)

    return follow_the_script


def events(rules, hands=(), seed=1, number=0):
    return list(tell(rules, hands, seed, number))


def told_row(rules, hands=(), seed=1, number=0):
    return outcome(GAME, rules, hands, seed=seed, number=number)


def play_from(rules, hands, seed, first, games):
    """The columns of games in which the players begin with given cards."""
    return play_games_from(rules, seats_of(POLICIES, rules, seed), hands, first, games)


def played_rows(rules, games, *, seed=1, first=0, hands=()):
    if not hands:
        return both_ways.rows_of(GAME, rules, play_games(rules, seed, first, games))
    return both_ways.rows_of(GAME, rules, play_from(rules, hands, seed, first, games))


def assert_same(rules, games, *, seed=1, first=0, hands=()):
    """Hold the kernel's rows to the rulebook's."""
    both_ways.assert_rows_agree(
        [told_row(rules, hands, seed, first + offset) for offset in range(games)],
        played_rows(rules, games, seed=seed, first=first, hands=hands),
        lambda place: f"game {first + place} of seed {seed}: {rules}, hands {hands}",
    )


def by_trick(course):
    """The events of each trick, after the cards that open it."""
    tricks = []
    for event in course:
        if isinstance(event, Position):
            tricks.append([])
        elif tricks:
            tricks[-1].append(event)
    return [tuple(trick[1:]) for trick in tricks]


def play_out(mine, theirs, pots, card, answer):
    """The position after a trick: the higher card is trashed, a tie leaves one of two equal cards to the pot."""
    mine = without(mine, card)
    theirs = without(theirs, answer)
    if card == answer:
        return mine, theirs, tuple(sorted((*pots, card)))
    if card > answer:
        return tuple(sorted((*mine, answer, *pots))), theirs, ()
    return mine, tuple(sorted((*theirs, card, *pots))), ()


def counted(hand, ranks):
    """Cards by rank."""
    return tuple(list(hand).count(rank) for rank in range(ranks + 1))


def view_of(*hands, pots=(), ranks=13, last_pot=1):
    """What the first player sees; all wait for the cards of a pot, if there is one."""
    sets = tuple(set_of(set(hand)) for hand in hands)
    return View(
        seat=0,
        hand=sets[0],
        held=len(hands[0]),
        players=len(hands),
        ranks=ranks,
        in_game=set_of(seat for seat, hand in enumerate(hands) if hand),
        hands=sets,
        sizes=tuple(map(len, hands)),
        cards=tuple(counted(hand, ranks) for hand in hands),
        pots=1 if pots else 0,
        pot_players=(set_of(range(len(hands))),),
        pot_cards=(counted(pots, ranks),),
        trash=counted((), ranks),
        face_up=(0,) * len(hands),
        face_down=counted((), ranks),
        points=(0,) * len(hands),
        games_left=0,
        last_pot=last_pot,
    )


def thresholds(ranks, last_pot, mine, theirs, pots):
    """A kept mixture as a threshold for each rank held, ascending."""
    table = strategy(table_path(ranks, last_pot))
    seen = view_of(mine, theirs, pots=pots, ranks=ranks)
    support, first = mixture_of(table, position_of(seen))
    return mixture(table, int(first), int(support), len(set(mine)))
