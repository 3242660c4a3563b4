"""The functions as an Office.js add-in: static files for Excel on Windows, Mac and the web."""
