"""Single positions of GOPS: solved alone, from kept layers, and from the kept opening, as in the whole solution."""

import numpy as np
import pytest

import sim
from sim.errors import UserError
from sim.games.gops.solution.positions import Position
from sim.games.gops.solution.problem import GopsProblem
from sim.games.gops.solution.single import OPENINGS, opening, opening_path
from sim.solver.folder import FORMAT
from sim.storage.store import Store
from tests.games.gops.solving import EVERY, solved
from tests.support import tiers
from tests.support.command_line import warlab


def positions(cards, carry_over, order, seed, count):
    """Positions of random hands, some of which no game leads to."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        size = int(rng.integers(1, cards + 1))
        mine, theirs, prizes = (
            sorted((rng.permutation(cards)[:size] + 1).tolist()) for _ in range(3)
        )
        if order != "random":
            prizes = (
                list(range(1, cards + 1))[:size]
                if order == "descending"
                else list(range(1, cards + 1))[-size:]
            )
        yield (
            mine,
            theirs,
            prizes,
            int(rng.integers(0, 4) * rng.integers(0, 2)) * carry_over,
            int(rng.integers(-3, 4)),
        )


@pytest.mark.parametrize(("objective", "carry_over", "order"), EVERY)
def test_a_position_alone_is_worth_what_the_whole_solution_says(
    tmp_path, objective, carry_over, order
):
    """Alone and from the folder of a solution: the same value and bids, and the same positions refused."""
    rules = {
        "cards": 5,
        "objective": objective,
        "carry_over": carry_over,
        "order": order,
    }
    whole = sim.exact.gops(**rules, keep=tmp_path, workers=1)
    compared = 0
    for mine, theirs, prizes, pot, lead in positions(
        5, carry_over, order, 3, tiers.size(15, 90)
    ):
        try:
            value = whole.position(mine, theirs, prizes, pot, lead)
        except UserError:
            continue
        compared += 1
        for folder in (None, tmp_path):
            found = sim.exact.gops_position(
                mine, theirs, prizes, pot, lead, **rules, keep=folder, workers=1
            )
            assert found.value == pytest.approx(value, abs=1e-12)
            for upcard, bids in found.bids.items():
                rest = [prize for prize in prizes if prize != upcard]
                expected = whole.bids(mine, theirs, rest, upcard, pot, lead)
                assert bids == pytest.approx(expected, abs=1e-12)
    assert compared > 1


@pytest.mark.slow
@pytest.mark.parametrize("cards", OPENINGS[-4:])
def test_the_kept_opening_is_an_equilibrium(cards):
    """Each first and second bid holds the matrix game of kept values to the position's own value, to five decimals."""
    solution = opening(cards)
    assert opening_path(cards).stat().st_size < 750_000
    every = tuple(range(1, cards + 1))

    def worth(mine, theirs, prizes):
        return solution.value(
            Position.of(GopsProblem(cards), mine, theirs, prizes, 0, 0)
        )

    without = {card: tuple(other for other in every if other != card) for card in every}
    for mine, theirs, prizes in (
        (every, every, every),
        (without[3], without[cards], without[7]),
    ):
        found, mirrored = (
            sim.exact.gops_position(*hands, prizes, cards=cards)
            for hands in ((mine, theirs), (theirs, mine))
        )
        held = []
        for upcard in prizes:
            rest = [prize for prize in prizes if prize != upcard]
            payoffs = np.array([
                [
                    np.sign(i - j) * upcard + worth({*mine} - {i}, {*theirs} - {j}, rest)
                    for j in theirs
                ]
                for i in mine
            ])  # fmt: skip
            x, y = (
                np.array(list(other.bids[upcard].values()))
                for other in (found, mirrored)
            )
            assert (x @ payoffs).min() == pytest.approx((payoffs @ y).max(), abs=1e-5)
            held.append((x @ payoffs).min())
        assert found.value == pytest.approx(np.mean(held), abs=1e-5)
        assert mirrored.value == pytest.approx(-found.value, abs=1e-9)


@pytest.mark.parametrize("cards", OPENINGS[1:])
def test_openings_of_different_games_agree(cards):
    """Only the order of the hands matters: after two prizes the hands can be those after one of a smaller game."""
    rng = np.random.default_rng(cards)
    for _ in range(20):
        mine, theirs, prizes = (
            sorted((rng.permutation(cards - 1)[: cards - 2] + 1).tolist())
            for _ in range(3)
        )
        small, large = (
            opening(game).value(
                Position.of(GopsProblem(game), mine, theirs, prizes, 0, 0)
            )
            for game in (cards - 1, cards)
        )
        assert large == pytest.approx(small, abs=1e-5)


def test_the_command_says_what_to_bid():
    asked = "solve gops --cards 13 --at 'A 3 5; 2 3 4; 2 4 5'"
    printed = warlab(asked).out.splitlines()
    found = solved(5).bids((1, 3, 5), (2, 3, 4), (4, 5), 2)
    bids = [
        word
        for card, chance in found.items()
        if chance
        for word in (f"{card}:", f"{chance:.4f}")
    ]
    assert ["2", *bids] in [line.split() for line in printed]
    assert (
        f"worth {solved(5).position((1, 3, 5), (2, 3, 4), (2, 4, 5)):.4f} points to the first hand"
        in printed
    )
    twelve = "1 2 3 4 5 7 8 9 10 11 12 13"
    said = warlab("solve gops --cards 13 --at", f"{twelve};{twelve};{twelve}")
    assert "10: 0.1" in said.out


def test_an_unfinished_solution_is_said(tmp_path):
    sim.exact.gops(4, keep=tmp_path)
    with pytest.raises(
        UserError, match=r"this folder has the solution of another game \(cards is 4\)"
    ):
        sim.exact.gops_position([1], [2], [3], cards=5, keep=tmp_path)
    store = Store(tmp_path, "a solution", FORMAT, "")
    content, blobs = store.read()
    store.commit(content, {name: blobs[name] for name in blobs if "03" not in name})
    with pytest.raises(
        UserError,
        match=r"the layer of 3 prizes is not finished; go on with sim.exact.gops\(keep=...\)",
    ):
        sim.exact.gops_position([1, 2, 3], [1, 2, 3], [1, 2, 3], cards=4, keep=tmp_path)
