"""The policies of Wargame by name, in four parts.

A policy is named by its parts, ``deploy/traitor/attack/switch``; ``random`` alone is
``random/random/random/never`` and ``search`` alone is ``counter/random/search/search``.

:mod:`sim.games.wargame.policies.view` says what a policy sees and what its answer means.
"""

from __future__ import annotations

from sim.contract.policy import Part, Policies, Policy
from sim.games.wargame.policies import parts as named
from sim.games.wargame.policies.search import search_attack, search_switch
from sim.games.wargame.policies.view import view_type

POLICIES = Policies(
    parts=(
        Part(
            "deploy",
            (
                Policy("random", named.deploy_random),
                Policy("ascending", named.deploy_ascending),
                Policy("center", named.deploy_center),
                Policy("mirror", named.deploy_mirror),
                Policy("counter", named.deploy_counter),
            ),
            view_type,
        ),
        Part(
            "traitor",
            (
                Policy("random", named.traitor_random),
                Policy("nine", named.traitor_nine),
                Policy("hottest", named.traitor_hottest),
            ),
            view_type,
        ),
        Part(
            "attack",
            (
                Policy("random", named.attack_random),
                Policy("surest", named.attack_surest),
                Policy("extend", named.attack_extend),
                Policy("block", named.attack_block),
                Policy("search", search_attack),
            ),
            view_type,
        ),
        Part(
            "switch",
            (
                Policy("never", named.switch_never),
                Policy("defend", named.switch_defend),
                Policy("decisive", named.switch_decisive),
                Policy("search", search_switch),
            ),
            view_type,
        ),
    ),
    usual="random",
    short={"random": "random/random/random/never", "search": "counter/random/search/search"},
)
"""All policies of Wargame; the parts in the order of a policy's name."""
