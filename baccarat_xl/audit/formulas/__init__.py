"""Formulas of a workbook against the rules: group them, follow their inputs, prove or refute them."""
