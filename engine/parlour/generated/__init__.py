"""A Program for one table as Python source, which plays the same games as the machine, only faster.

`source` writes it, `machine` runs it. The machine of closures stays the reference that this is compared with.
"""
