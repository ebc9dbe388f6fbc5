"""HTTP: REST routes, the WebSocket, what every request passes, and how errors are answered."""
