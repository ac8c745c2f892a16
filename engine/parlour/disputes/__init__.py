"""Arguments at the table: a position in plain words, the disputed move, and the answer as a sentence.

The words for zones, values and what happened are those of `play`.
"""
