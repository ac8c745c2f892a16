"""Many games at once as arrays of numpy, for programs that learn: observations, masks of actions, rewards.

Only this package needs numpy (the extra `parlour[learn]`). It decides nothing about games: `states` and `native` play
them, `views` and `table.sight` say what a seat may see.
"""
