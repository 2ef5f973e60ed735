"""Distributions, exact matrix games, samples, and the one door to compiled code."""
