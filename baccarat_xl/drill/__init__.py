"""A practice workbook for dealers: rounds to decide, marked by formulas, repeatable from a seed."""
