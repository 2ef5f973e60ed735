"""Best play in Caesar: one conflict, several conflicts with fixed stakes, small positions solved to their end."""
