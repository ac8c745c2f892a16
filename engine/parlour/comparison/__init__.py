"""The same game in several mixes: which rules work against each other, and what one mix changes in another.

Lays out positions of examples, makes the same moves in each mix, and compares what players notice. Finds the smallest
position that shows a difference. Prints nothing, and knows no command.
"""
