"""Python that plays a Program at one table, and answers questions about its states.

`functions` makes each function when it is first called, or all of them at once; `code_cache` saves them between runs.
`execution` plays, with events or marks where somebody watches; `listing` shows the code. Imports
`lowering` and all that is above it.
"""
