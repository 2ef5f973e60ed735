"""Playing any game: the protocol, sessions, search, tournaments, simulation, luck."""
