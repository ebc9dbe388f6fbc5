"""The multiplayer server: durable tables for people and bots, over REST and a WebSocket."""
