"""The dialogue that puts a mix together: choose a game, house rules and options, then save the mix as a game.

Knows the terminal and the library, and no rule of any game.
"""
