"""The interpreter: compiles a Program to closures, one for each node. The readable reference of what every node means.

It plays, records events with the seats that see them, and gives reasons. Imports `base`, `program`, `table` and
`analysis`.
"""
