"""What goes over the wire: cards (what is told of people and tables), messages of the socket, bodies of REST requests.

The TypeScript types of the browser are generated from these modules; `docs/api.md` tells how they are used.
"""
