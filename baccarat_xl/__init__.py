"""Baccarat drawing rules for spreadsheets."""
