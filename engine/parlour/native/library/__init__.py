"""What generated source calls, in the form that can be translated: ints, cells, loops and calls, nothing else.

The same as `parlour.python.runtime` does, cell by cell. It is read, never run: the names in capitals are tables and
numbers of one table, and come with the translation (`tables`). Where the runtime reports a fault, the cell FAULT is set
and something harmless is gone on with; the game is then played again where faults have words.
"""
