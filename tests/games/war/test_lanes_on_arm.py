"""Games of War side by side on an ARM processor, emulated: every byte that the steps leave behind is x86's.

It needs ``qemu-aarch64`` and ``aarch64-linux-gnu-gcc`` (Debian: qemu-user,
gcc-aarch64-linux-gnu).
"""

import ctypes
import platform
import shutil
import subprocess
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numpy as np
import pytest
from llvmlite import ir

from sim.deals.deck import deal_rows
from sim.games.packets.codes import PICKUPS
from sim.games.war.kernel.codes import setting
from sim.games.war.kernel.lanes.cards import BY_TABLE
from sim.games.war.kernel.lanes.layout import (
    GAMES,
    GROUP,
    GROUPS,
    SideBySide,
    is_marked,
    lay_side_by_side,
    packet_bytes,
)
from sim.games.war.kernel.lanes.step import MEMORIES, write_step
from sim.games.war.rulebook import WarRules
from sim.kernels.llvm.functions import add_function
from sim.kernels.llvm.memory import Memory
from sim.kernels.llvm.numbers import vector

TOOLS = ("qemu-aarch64", "aarch64-linux-gnu-gcc")
STEPS = 40

DRIVER = """
#include <stdio.h>
#include <stdint.h>
void step(uint8_t *, uint8_t *, uint8_t *, uint8_t *, uint8_t *);
void order(uint8_t *, uint8_t *, uint8_t *);
static uint8_t groups[2 * GROUP] __attribute__((aligned(64))), cards[2 * CARDS] __attribute__((aligned(64)));
static uint8_t orders[4096] __attribute__((aligned(64))), bytes[16 + 256];
int main(void) {
    fread(groups, 1, sizeof groups, stdin); fread(cards, 1, sizeof cards, stdin);
    fread(orders, 1, sizeof orders, stdin);
    for (int turn = 0, group = 0; turn < STEPS; turn++, group = 1 - group)
        step(groups + group * GROUP, groups + (1 - group) * GROUP,
             cards + group * CARDS, cards + (1 - group) * CARDS, orders);
    for (int place = 0; place < 256; place++) bytes[16 + place] = place;
    for (int place = 0; place < 16; place++) bytes[place] = 100 + place;
    for (int place = 0; place < 256; place += 16) order(bytes, bytes + 16 + place, bytes + 16 + place);
    fwrite(groups, 1, sizeof groups, stdout); fwrite(cards, 1, sizeof cards, stdout);
    fwrite(bytes, 1, sizeof bytes, stdout);
    return 0;
}
"""

OPTIONS: tuple[dict[str, object], ...] = (
    {},
    {"face_down": 0, "pickup": "loser-first"},
    {"face_down": 3, "pickup": "latest-first", "low_beats_high": True},
    {"pickup": "seat"},
    {"face_down": 2, "pickup": "shuffled"},
    {"captured": "pile-shuffled", "lowest": 1, "highest": 3, "copies": 16},
)


def put_in_order(memories: list[Memory]) -> None:
    """Bring 16 bytes into an order, as shuffles in registers do."""
    content, places = (memory.load(0, vector(8, 16)) for memory in memories[:2])
    memories[2].store(0, content.ordered(places))


def machine_code(rules: WarRules, triple: str, processor: str) -> tuple[Any, Any]:
    """Return the module of a step, and the machine that it is for."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = ir.Module()
    module.triple = triple
    agreed = setting(rules)
    which = agreed.face_down, agreed.pickup, rules.low_beats_high, agreed.piles
    add_function(
        module, "step", MEMORIES, lambda memories: write_step(memories, which, BY_TABLE)
    )
    add_function(module, "order", 3, put_in_order)
    return llvm.parse_assembly(str(module)), llvm.Target.from_triple(
        triple
    ).create_target_machine(cpu=processor, opt=2)


def games_of(rules: WarRules) -> tuple[SideBySide, int]:
    """Return games that have been dealt, and the bytes of a packet."""
    agreed = setting(rules)
    packet = packet_bytes(is_marked(PICKUPS.index(rules.pickup), agreed.piles))
    deals = deal_rows(rules, 31, 0, GROUPS * GAMES)
    total = deals.shape[1]
    many = lay_side_by_side(total, len(deals), agreed, 31)
    many.cards.reshape(len(deals), 2, packet)[:, :, : total // 2] = deals.reshape(
        -1, total // 2, 2
    ).swapaxes(1, 2)
    half = total // 2
    many.groups["held"] = half
    many.groups["least"] = half * 257
    many.groups["most"] = half * 257
    many.groups["bound"] = half
    many.groups["coins"] = np.random.default_rng(5).integers(
        0, 1 << 16, (GROUPS, GAMES)
    )
    return many, packet


def here(rules: WarRules) -> bytes:
    """Return what is left behind by the steps on this processor."""
    parsed, machine = machine_code(
        rules, llvm.get_process_triple(), llvm.get_host_cpu_name()
    )
    (many, packet), engine = (
        games_of(rules),
        llvm.create_mcjit_compiler(parsed, machine),
    )
    engine.finalize_object()
    step, order = (
        ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * count)(
            engine.get_function_address(name)
        )
        for name, count in (("step", MEMORIES), ("order", 3))
    )
    groups, cards = (array.ctypes.data for array in (many.groups, many.cards))
    size = GROUP.itemsize
    room = 2 * GAMES * packet
    for turn in range(STEPS):
        moving = turn % 2
        meeting = 1 - turn % 2
        step(
            groups + moving * size,
            groups + meeting * size,
            cards + moving * room,
            cards + meeting * room,
            many.orders.ctypes.data,
        )
    content = np.concatenate([np.arange(100, 116), np.arange(256)]).astype(np.uint8)
    for at in range(16, 272, 16):
        order(content.ctypes.data, content.ctypes.data + at, content.ctypes.data + at)
    return many.groups.tobytes() + many.cards.tobytes() + content.tobytes()


def on_arm(rules: WarRules, folder: Path) -> bytes:
    """Return the same on an emulated ARM processor."""
    parsed, machine = machine_code(rules, "aarch64-unknown-linux-gnu", "neoverse-n1")
    (folder / "step.o").write_bytes(machine.emit_object(parsed))
    (folder / "driver.c").write_text(DRIVER)
    many, packet = games_of(rules)
    sizes = {"GROUP": GROUP.itemsize, "CARDS": 2 * GAMES * packet, "STEPS": STEPS}
    names = [f"-D{name}={value}" for name, value in sizes.items()]
    command = [TOOLS[1], "-static", "-O1", *names, "driver.c", "step.o", "-o", "driver"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    given = many.groups.tobytes() + many.cards.tobytes() + many.orders.tobytes()
    return subprocess.run(
        [TOOLS[0], "driver"], cwd=folder, input=given, check=True, capture_output=True
    ).stdout


@pytest.mark.slow
@pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)), reason="an emulator of ARM processors is missing"
)
@pytest.mark.skipif(platform.machine() != "x86_64", reason="ARM is compared with x86")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_steps_leave_the_same_bytes_behind_on_arm(
    options: dict[str, object], tmp_path: Path
) -> None:
    rules = WarRules.of(options)
    expected = here(rules)
    emulated = on_arm(rules, tmp_path)
    assert len(emulated) == len(expected)
    assert emulated == expected
    dealt = games_of(rules)[0]
    assert not expected.startswith(dealt.groups.tobytes())
