"""Code written instruction by instruction, where Numba has no words for it: the only room that imports llvmlite."""
