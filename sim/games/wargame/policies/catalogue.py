"""The policies of Wargame by name, ``deploy/traitor/attack/switch``.

Two of them have short names.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sim.contract.policy import Part, Policies, Policy
from sim.games.wargame.policies import parts as named
from sim.games.wargame.policies.search import search_attack, search_switch
from sim.games.wargame.policies.view import VIEW

_CHOICES: dict[str, dict[str, Callable[..., int]]] = {
    "deploy": {
        "random": named.deploy_random,
        "ascending": named.deploy_ascending,
        "center": named.deploy_center,
        "mirror": named.deploy_mirror,
        "counter": named.deploy_counter,
    },
    "traitor": {
        "random": named.traitor_random,
        "nine": named.traitor_nine,
        "hottest": named.traitor_hottest,
        "random-late": named.traitor_random_late,
        "nine-late": named.traitor_nine_late,
        "hottest-late": named.traitor_hottest_late,
    },
    "attack": {
        "random": named.attack_random,
        "surest": named.attack_surest,
        "extend": named.attack_extend,
        "block": named.attack_block,
        "search": search_attack,
    },
    "switch": {
        "never": named.switch_never,
        "defend": named.switch_defend,
        "decisive": named.switch_decisive,
        "search": search_switch,
    },
}


def _view_type(rules: object) -> np.dtype[Any]:
    """The type of the record: the same under all rules and for all parts."""
    return VIEW


POLICIES = Policies(
    parts=tuple(
        Part(
            part,
            tuple(Policy(name, choose) for name, choose in choices.items()),
            _view_type,
        )
        for part, choices in _CHOICES.items()
    ),
    usual="random",
    short={
        "random": "random/random/random/never",
        "search": "counter/random/search/search",
    },
    margin=("wins_0", "wins_1"),
    largest_margin=lambda rules: 7,
)
"""All policies of Wargame; the parts in the order of a policy's name."""
