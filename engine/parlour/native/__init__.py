"""Whole playouts as native code: table code, translated into LLVM's language and compiled by llvmlite.

Only `compiling` needs llvmlite; the rest writes text. Native code abandons what it can't do (reporting an error,
choosing among too many sets): it returns the number of the game, and generated Python plays that game again. Imports
`python` and all layers below it, and the tasks and seeds of `playouts`.
"""
