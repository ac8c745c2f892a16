"""The command `parlour` as a process: its arguments, its output, and how it is stopped.

The commands themselves are in `commands`.
"""
