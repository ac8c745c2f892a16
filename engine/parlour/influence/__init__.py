"""What a rule does in play: positions of real games, compared with the same positions without the rule.

Composes mixes again and plays on below `game`, which it doesn't import.
"""
