"""Arguments at the table: a position in plain words, the disputed move, and the answer as a sentence."""
