"""Distributions, exact matrix games, particle filters, and optional compiled code."""
