"""What a table is: its cards, the layout of its state, what happens and what is saved, and what may play at it.

Knows the Program and the number of players; plays nothing.
"""
