"""Mutation: small changes to a ruleset, and the examples that notice them.

A mutant is one edit of a document. The package makes mutants, plays them against the examples and against the
unchanged rules, and says which ones nothing notices. It must not know what any game is about.
"""
