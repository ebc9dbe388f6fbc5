"""The revisions, each following the one before. They are never edited once somebody may have run them."""
