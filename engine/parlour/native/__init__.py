"""Playouts and steps as native code: table code, translated into LLVM's language and compiled by llvmlite.

Only `compiling` needs llvmlite; the rest writes text. Native code abandons games in which it would have to report an
error or choose among too many sets. It returns the number of the game, and generated Python plays that game again.
Imports `lowering`, `tablecode` and what they import, and the tasks and seeds of `playouts`.
"""
