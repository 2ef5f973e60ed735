"""Distributions, exact matrix games, samples of hidden worlds, and optional compiled code."""
