"""Bots that play Ship Ahoy: a gunner, a helmsman, and a captain who asks them."""
