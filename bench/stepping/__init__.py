"""How fast environments step, ours and others, on one thread: for `bench/envs.py`."""
