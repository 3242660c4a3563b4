"""The registry's functions, made for one host each. `catalogue` lists the hosts."""
