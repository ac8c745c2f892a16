"""Facts about a Program at one table that are known before play.

Both the interpreter and the lowering build on it. Imports `program` and `table`; must not import an execution.
"""
