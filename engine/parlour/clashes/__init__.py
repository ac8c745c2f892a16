"""Rules that work against each other: which pairs of rules of a family clash, in which way, and where.

Plays four mixes side by side (with neither rule, with one, with the other, with both) and compares the differences that
players notice. Prints nothing, and knows no command.
"""
