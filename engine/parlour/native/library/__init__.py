"""The functions that table code calls, in the form that can be translated: ints, cells, loops and calls, nothing else.

They do the same as `parlour.python.runtime`, cell by cell. They are read, never run: the names in capitals are tables
and numbers of one table, and come with the translation (`tables`). Where the runtime reports an error, these functions
set the cell FAULT and continue harmlessly; generated Python then plays the game again and reports the error.
"""
