"""Arguments at the table: a position in plain words, the move that is argued about, and the answer as a sentence."""
