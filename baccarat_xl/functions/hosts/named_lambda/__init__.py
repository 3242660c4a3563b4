"""The functions as LAMBDA defined names: no Python and no macros at the desk."""
