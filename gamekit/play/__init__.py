"""Games as they are played: the protocol, sessions, search, tournaments, simulation, luck."""
