"""Many random games of one ruleset, and their statistics: who wins, how they end, how long they are, which rules fire.

docs/playouts.md specifies these games: every execution plays the same ones. For statistics only: players at a table
never see any of this. This file imports nothing, as views use only the policy.
"""
