"""The machine: plays any Program. Cards, state, legal, apply, effects, random."""
