"""The functions through xlwings' classic UDFs: Excel on Windows with Python beside it."""
