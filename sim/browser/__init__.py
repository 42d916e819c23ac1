"""Kernels for the browser: compiled to WebAssembly.

:mod:`.entries` gives a kernel the form that a page can call, :mod:`.wasm` retargets its
code, :mod:`.linking` makes a module of it, and :mod:`.building` does all of it in
processes of its own and keeps the result. What a page asks, and what follows from its
answers, is in ``reports/page``.
"""
