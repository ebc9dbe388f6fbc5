"""A load for servers: processes to be measured, tables seeded for them, and clients that speak only their protocols."""
