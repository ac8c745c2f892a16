"""Playing at a terminal, line by line. What a person is shown is what that person's seat may know."""
