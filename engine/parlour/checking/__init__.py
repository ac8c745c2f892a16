"""Questions about mixes that need a table: whether anybody can play them, with which options, and what would help.

Imports `mixing` and the packages that lay out a table.
"""
