"""The REST API: one Litestar controller a resource."""
