"""Building and installing Parlour. Not needed to run it."""
