"""The terminal that a command runs in: what it prints and asks, keys, the files that it writes, and how it is stopped.

Knows no ruleset and no game.
"""
