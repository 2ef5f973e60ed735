"""Exact odds: combats, sieges, losses in units, campaigns, marches, treasuries, single rolls."""
