"""Two mixes compared for people: the changes in words, and the smallest positions that show them.

The words for zones, values and what happened are those of `play`.
"""
