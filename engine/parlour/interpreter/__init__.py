"""The interpreter: a Program as closures, one for each node. The readable reference of what every node means.

It plays, records what happens with its audience, and gives reasons. Imports from `table` and `analysis` only.
"""
