"""Running a server: the process, its logs, its metrics, and whether it is healthy."""
