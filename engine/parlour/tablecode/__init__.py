"""Table code: what the fast executions run for one table, as data between the Program and text.

A small imperative language over integers and the cells of one state. `nodes` has its classes, `walk` the one way
through them; the passes rewrite it, and the printers (`generated.printer`, `native`) turn it into text. Nothing here
knows a Program, Python's text or LLVM.
"""
