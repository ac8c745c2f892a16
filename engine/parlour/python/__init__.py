"""Generated Python: the code of a Program for one table, which plays the interpreter's games faster.

`module` and `printer` write the source, `code_cache` saves it between runs, `execution` plays by it, `listing` shows
it. The interpreter is the reference that the tests compare it with. May import all layers up to `states`.
"""
