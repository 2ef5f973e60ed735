"""Storage: serialization, data files, game records, link codes, autosave, atomic files."""
