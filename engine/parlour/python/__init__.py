"""A Program for one table as generated Python, which plays the same games as the interpreter, but faster.

`module` and `printer` write the source, `code_cache` saves it between runs, `execution` plays by it, `listing` shows
it. The interpreter is the reference that the tests compare it with. May import all layers up to `states`.
"""
