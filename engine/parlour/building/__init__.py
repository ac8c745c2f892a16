"""How Parlour is built and installed. Nothing of this is needed to run it."""
