"""Table code: what the fast executions run for one table, as data between the Program and text.

A small imperative language over integers and the cells of one state. `nodes` has its classes, `walk` the one way
through them; the passes rewrite it, and the printers (`python.printer`, `native`) turn it into text. Imports nothing
of Parlour: it knows neither a Program nor Python's text nor LLVM.
"""
