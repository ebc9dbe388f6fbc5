"""The pages in the browser: what `web/` is built into, as the server gives it out."""
