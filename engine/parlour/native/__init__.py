"""Playouts and steps as native code: table code, translated into LLVM's language and compiled by llvmlite.

Only `code_cache` imports llvmlite, for the text that `module` writes. Native code abandons games in which it would have
to report an error or choose among too many sets. Their length is -1, and generated Python plays them again. Imports
`lowering`, `states` and what they import, the cache of `storage`, and the tasks and seeds of `playouts`.
"""
