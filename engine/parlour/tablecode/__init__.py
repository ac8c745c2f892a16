"""Table code: what the fast executions run for one table, as data between the Program and source code."""
