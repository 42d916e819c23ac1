"""A few random damages, kills and troubles; ``make faults`` makes thousands."""

import pytest

from tests.faults.damages import REFUSED, damages
from tests.faults.kills import kills
from tests.faults.troubles import troubles
from tests.support import tiers


def made(ready, numbers):
    """Return the trials of some numbers; none may go wrong."""
    with ready as play:
        trials = [trial for number in range(numbers) for trial in play(number)]
    assert [trial.wrong for trial in trials if trial.wrong] == []
    assert len(trials) >= numbers
    return trials


@pytest.mark.parametrize("seed", tiers.size([1], [1, 2]))
def test_no_damage_changes_a_number_in_silence(toy, tmp_path, seed):
    trials = made(damages(tmp_path, seed), tiers.size(20, 100))
    assert sum(trial.outcome.startswith(REFUSED) for trial in trials) > tiers.size(
        16, 80
    )


@pytest.mark.slow
@pytest.mark.parametrize(("disturb", "numbers"), [(kills, 10), (troubles, 6)])
def test_a_disturbed_and_resumed_run_is_the_one_that_nothing_disturbed(
    toy, tmp_path, disturb, numbers
):
    made(disturb(tmp_path, 1), numbers)
