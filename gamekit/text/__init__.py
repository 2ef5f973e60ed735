"""Text for people: translation, validation, tables, export, progress, parsing of piece lists."""
