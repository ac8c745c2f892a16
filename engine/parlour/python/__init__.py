"""Python that plays a Program at one table, and answers questions about its states.

`functions` makes each function when it is first called; `module` writes all of them at once, and `code_cache` saves
that between runs. `execution` plays, with events or marks where somebody watches; `listing` shows the code. Imports
`lowering` and all that is above it.
"""
