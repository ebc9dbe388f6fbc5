"""The first pages: a plain front to the server until the tables themselves are drawn in the browser."""
