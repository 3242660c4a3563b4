"""The functions as an add-in for LibreOffice Calc."""
