"""Living with findings: configuration beside the workbooks, a baseline, and what notes in cells excuse."""
