"""A table of what may be played on what, worked out by hand, and how its tops are laid on a table of the machine."""
