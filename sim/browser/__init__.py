"""Kernels for the browser: compiled to WebAssembly, with the table of what each choice of rules means for them.

:mod:`.entries` gives a kernel the form that a page can call, :mod:`.wasm` retargets its code, :mod:`.linking` makes a
module of it, :mod:`.layout` says where everything lies in memory, :mod:`.tables` what follows from which choice, and
:mod:`.building` does all of it in processes of its own and keeps the result. No page and no script is written here.
"""
