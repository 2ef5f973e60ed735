"""What people read and type: translation, validation, tables, export, progress, lists of pieces."""
