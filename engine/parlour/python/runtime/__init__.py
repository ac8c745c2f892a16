"""Functions that generated Python calls and that aren't table code: iterables for its loops, errors, and alternatives
to routines.

`names` collects all names that the source of one table uses. Places in the ruleset are numbers there (`origins`).
"""
