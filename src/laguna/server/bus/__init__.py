"""The bus between servers: hints that something changed, which nothing depends on. The store is the truth."""
