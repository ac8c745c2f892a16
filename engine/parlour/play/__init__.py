"""Play at a terminal, line by line. People see only what their seat may know."""
