"""Mutation: small changes to a ruleset, and the examples that notice them.

A mutant is one edit of a document: in each mix of the examples, the Program of the same composition with one node
changed. If it is the same Program, the edit has no effect there. The marks of play say which examples reach the edit.
The package plays mutants against these examples and against the unchanged rules, and says which ones nothing notices.
It must not know what any game is about.
"""
