"""Many random games of one ruleset, and what they tell: who wins, how they end, how long they are, which rules fire.

What one of these games is, is specified in docs/playouts.md: every execution plays the same ones. Made for statistics;
nothing here is told to anybody at a table. Nothing is imported here, as views need no more of it than the policy.
"""
