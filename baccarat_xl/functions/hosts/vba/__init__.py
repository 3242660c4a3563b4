"""The functions as VBA modules."""
