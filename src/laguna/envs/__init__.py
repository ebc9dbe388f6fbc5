"""The games as environments for learning: one table or thousands, alone, against our bots or against oneself.

See docs/environments.md. Importing this loads neither Numba nor any library of environments.
"""
