"""A Program for one table as Python source, which plays the same games as the machine, only faster.

`writer` writes it, `keeping` keeps it between runs, `machine` plays by it, `listing` shows it. The machine of closures
stays the reference that this is compared with.
"""
