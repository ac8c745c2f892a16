"""Which findings are reported, and in which form."""
