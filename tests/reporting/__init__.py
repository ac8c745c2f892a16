"""Tests of the selection and the formats of findings."""
