"""WebAssembly: the code of entries as one module, made by llvmlite alone.

LLVM's code is retargeted, optimised and emitted.
"""

from pathlib import Path

import llvmlite.binding as llvm

from sim.browser.linking import module_of
from sim.kernels.llvm.processor import HAS_SIMD

TRIPLE = "wasm32-unknown-unknown"

FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
"""The features of WebAssembly that every browser has had since 2021; vectors are one
more."""

PREFIX = "cfunc."
"""How Numba begins the name of a function that C can call."""

STATIC = 1 << 16
"""The most bytes of static data of a module."""

ROOM = "room_of_the_other_module"
"""The name of a block of zeros in the module with vectors. It lies where the module
without vectors has its static data, so the latter is instantiated later."""

_HERE = Path(__file__).parent

VECTORS = (_HERE / "vectors.ll").read_text("utf-8")
"""LLVM's code for the functions on vectors that kernels call by name."""

PRODUCTS = (_HERE / "products.ll").read_text("utf-8")
"""LLVM's code for the products of words that kernels call by name. It is linked last:
the optimiser would put in its place a call of a function that no page has."""

RARELY_CALLED = ("philox7_refill",)
"""Parts of the names of functions that are not copied into their callers. There they
would take so many registers that all else had to be saved at every call; a general
kernel of War that shuffles every battle's cards would be 15 % slower."""

_ALIGNED = 64
"""The largest alignment of static data, in bytes."""

_LEVEL = 3
"""The level of the optimiser."""

_LEVEL_WITH_PRODUCTS = 1
"""The level of the optimiser once the products are linked."""


def prepare() -> None:
    """Let Numba link kernels here whose functions only WebAssembly defines.

    The address is never called: these functions are compiled here, and run elsewhere.
    """
    for code in (VECTORS, PRODUCTS):
        for function in llvm.parse_assembly(code).functions:
            llvm.add_symbol(function.name, llvm.address_of_symbol("memcpy") or 1)


def compiled(entries: dict[str, str]) -> bytes:
    """The module of some entries.

    Parameters
    ----------
    entries
        By the name under which it is exported, the code of each
        (:func:`sim.browser.entries.entry_code`).

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
    room = STATIC if HAS_SIMD else 0
    whole = _retargeted(
        f"@{ROOM} = global [{room} x i8] zeroinitializer, align 64", machine
    )
    names: dict[str, str] = {}
    for exported, code in entries.items():
        module = _retargeted(code, machine)
        names[_entry_name(module)] = exported
        _keep_apart(module)
        whole.link_in(module)
    for definitions, level in ((VECTORS, _LEVEL), (PRODUCTS, _LEVEL_WITH_PRODUCTS)):
        whole.link_in(_retargeted(definitions, machine))
        _keep_only(whole, set(names))
        _optimise(whole, machine, level)
    _check(whole, machine)
    functions = [item.name for item in whole.functions if not item.is_declaration]
    places = {exported: functions.index(name) for name, exported in names.items()}
    return module_of(machine.emit_object(whole), places)


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


def _keep_apart(module: llvm.ModuleRef) -> None:
    """Let the optimiser copy functions that are rarely called into no others."""
    for function in module.functions:
        if any(part in function.name for part in RARELY_CALLED):
            function.add_function_attribute("noinline")


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


def _check(module: llvm.ModuleRef, machine: llvm.TargetMachine) -> None:
    """Refuse code that needs what a page does not have: a function, or room for its static data."""
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
    sizes = [
        machine.target_data.get_abi_size(data.global_value_type)
        for data in module.global_variables
        if data.name != ROOM
    ]
    if sum(sizes) + _ALIGNED * len(sizes) > STATIC:
        raise RuntimeError(f"{sum(sizes)} bytes of static data: give it more room")
