"""The kernel of GOPS: figures that are known exactly."""

import sim
from tests.games.gops.support import named
from tests.support import tiers

TIES = (False, True)


@tiers.crossed(
    ("carry_over", "name"), TIES, [name for name in named() if name != "random"]
)
def test_a_policy_that_draws_nothing_ties_every_round_with_itself(name, carry_over):
    played = sim.play(
        "gops", 200, seed=1, rules={"carry_over": carry_over}, policies=[name, name]
    )
    rows = set(
        played.select("winner", "score_0", "score_1", "ties", "unawarded").rows()
    )
    assert rows == {(-1, 0, 0, 13, 91)}
