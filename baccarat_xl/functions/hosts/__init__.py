"""The registry's functions, made for one host each: defined names, xlwings, VBA."""
