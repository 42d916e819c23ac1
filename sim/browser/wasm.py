"""LLVM's code of entries as one WebAssembly module: retargeted, optimised, and emitted by llvmlite alone."""

import llvmlite.binding as llvm

from sim.browser.instructions import NAMES, products, vector_instructions
from sim.browser.linking import data_places, module_of
from sim.kernels.llvm.processor import HAS_SIMD

TRIPLE = "wasm32-unknown-unknown"

FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""What every browser since 2021 has; vectors come on top."""

PREFIX = "cfunc."
"""How Numba begins the name of a function that C can call."""

STATIC = 1 << 16
"""The bytes of static data that a module may have; those of the module with vectors follow the other's."""

ROOM = "room_of_the_other_module"
"""The name of what lies where the other module has its static data."""

_FREE, _LAST = 3, 1
"""The level of the optimiser before and after the products are defined."""


def prepare() -> None:
    """Let Numba link the kernels on this machine although nobody here defines what WebAssembly does."""
    # The address is never called: these functions are compiled here, and run elsewhere.
    for name in NAMES:
        llvm.add_symbol(name, llvm.address_of_symbol("memcpy") or 1)


def compiled(entries: dict[str, str]) -> bytes:
    """The module of some entries.

    Parameters
    ----------
    entries
        By the name under which it is exported, the code of each (:func:`sim.browser.entries.entry_code`).

    Returns
    -------
    bytes
        The module; for the same code, Numba and llvmlite the same bytes.

    Raises
    ------
    RuntimeError
        If the code needs a function that a page does not have.
    """
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    features = FEATURES + (",+simd128" if HAS_SIMD else "")
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        features=features, opt=3, reloc="static"
    )
    begin = STATIC if HAS_SIMD else 0
    whole = _retargeted(
        f"@{ROOM} = global [{begin} x i8] zeroinitializer, align 64", machine
    )
    names: dict[str, str] = {}
    for exported, code in entries.items():
        module = _retargeted(code, machine)
        names[_entry_name(module)] = exported
        whole.link_in(module)
    whole.link_in(_retargeted(str(vector_instructions()), machine))
    _keep_only(whole, set(names))
    _optimise(whole, machine, _FREE)
    whole.link_in(_retargeted(str(products()), machine))
    _keep_only(whole, set(names))
    _optimise(whole, machine, _LAST)
    _check(whole)
    content = machine.emit_object(whole)
    places = [place for place in data_places(content) if len(place)]
    if any(place.start < begin or place.stop > begin + STATIC for place in places):
        raise RuntimeError(f"static data at {places}: give it more room")
    return module_of(content, names)


def _retargeted(code: str, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    """The module of a text, for another machine than it was written for."""
    module = llvm.parse_assembly(code)
    module.triple = TRIPLE
    module.data_layout = str(machine.target_data)
    return module


def _entry_name(module: llvm.ModuleRef) -> str:
    """The name of the function that takes the address of the leaves."""
    wrappers = [
        function.name
        for function in module.functions
        if function.name.startswith(PREFIX) and not function.is_declaration
    ]
    name: str = wrappers[0].removeprefix(PREFIX)
    return name


def _keep_only(module: llvm.ModuleRef, names: set[str]) -> None:
    """Let the optimiser drop everything that these functions do not call."""
    for item in [*module.functions, *module.global_variables]:
        if not item.is_declaration and item.name not in {*names, ROOM}:
            item.linkage = "internal"


def _optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, level: int) -> None:
    options = llvm.create_pipeline_tuning_options(speed_level=level)
    options.loop_vectorization = options.slp_vectorization = level > 1 and HAS_SIMD
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)


def _check(module: llvm.ModuleRef) -> None:
    missing = [
        function.name
        for function in module.functions
        if function.is_declaration and not function.name.startswith("llvm.")
    ]
    if missing:
        raise RuntimeError(
            f"a kernel needs {', '.join(missing)}, which no page has: see "
            "sim.browser.entries about what Numba adds"
        )
