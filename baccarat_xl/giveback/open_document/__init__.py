"""OpenDocument spreadsheets given back changed: ``content.xml`` edited as text, at the cells in question."""
