"""The schema's history, for Alembic. A revision's file is named by its number, `v0001_what_it_does.py`."""
