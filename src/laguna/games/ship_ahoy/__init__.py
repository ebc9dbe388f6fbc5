"""Ship Ahoy: a cannon that really shoots, a knotted rope, and ships that fight when they come close."""
