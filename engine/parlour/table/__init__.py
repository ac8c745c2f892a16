"""A table: its cards, the layout of its state, its events and saves, and the protocol of executions.

Imports `base` and `program`. Knows the number of players; plays nothing.
"""
