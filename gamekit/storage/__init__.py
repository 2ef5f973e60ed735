"""What is kept: serialization, data files, records, link codes, autosave, files written whole or not at all."""
