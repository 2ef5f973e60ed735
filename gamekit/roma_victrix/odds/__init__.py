"""The game's questions answered exactly: combats, sieges, losses in units, campaigns, single rolls."""
