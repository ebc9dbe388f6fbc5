"""The doors: REST, the socket, what passes them, and how errors are answered."""
