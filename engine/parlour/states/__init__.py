"""Games as values: states, moves, outcomes, and why a move is or isn't allowed.

Imports `base`, `program`, `table`, `analysis` and `python`.
"""
