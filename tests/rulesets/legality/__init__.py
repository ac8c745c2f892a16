"""A table of the cards that players can play on others, written by hand, and its positions at a table of the
machine."""
