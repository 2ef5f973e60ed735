"""Exact odds and boards for four board games of the Roman world.

Each game is a package of its own with the same rooms: ``julius_caesar``, ``caesar``, ``aquileia``, ``roma_victrix``.
"""
