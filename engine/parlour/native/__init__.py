"""Whole playouts as machine code: generated source, translated into LLVM's language and compiled by llvmlite.

Only `compiling` needs llvmlite; the rest writes text. Whatever the machine code can't do (a fault to be reported, a
choice among too many sets) it leaves to generated Python: it says which game, and that game is played there again.
"""
