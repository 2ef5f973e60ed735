"""Aquileia's questions answered exactly: contests, plans for cards and blue dice, coins, auctions, villas."""
