"""The functions for Google Sheets: a script of custom functions, and named functions to paste."""
