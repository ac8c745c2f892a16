"""Finds suspicious parts of a mix without errors. Examples are conditions that options decide, clauses and rules
without effect, unused names, deals that are too large, and texts that contradict options. Imports the language, and no
way to play."""
