"""A game in progress: who plays, the moves so far, what each seat has seen; undo and saves. It prints nothing."""
