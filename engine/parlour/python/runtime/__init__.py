"""What generated source calls: the parts of the machine that are no expressions, for one table.

Each class here has what the source may call by its name, as `names` says; what begins with `_` is its own affair.
Places in the ruleset are told by number (`origins`).
"""
