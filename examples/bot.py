"""An outside bot in forty lines: it comes to a table, sits down and plays any move that it is offered.

    POST /api/bots            make a bot in the browser or with curl; keep the token
    python examples/bot.py http://localhost:8000 TOKEN TABLE [INVITATION]

Replace `choose` by something cleverer. What a bot is asked, sees and answers stands in docs/api.md.
"""

import json
import random
import sys
import urllib.request

server, token, table, *invitation = sys.argv[1:]


def call(method, path, body=None):
    request = urllib.request.Request(f"{server}/api{path}", method=method, data=body and json.dumps(body).encode())
    request.add_header("Authorization", f"Bearer {token}")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def choose(sight):
    return random.choice(sight["question"]["moves"])


if invitation:
    call("POST", "/invites", {"token": invitation[0]})
card = call("GET", f"/tables/{table}")
free = next(number for number, seat in enumerate(card["seats"]) if not seat["person"] and not seat["bot"])
call("PUT", f"/tables/{table}/seats/{free}", {"who": "me"})
position, version = None, 0
while position is None or position["card"]["state"] != "over":
    position = call("GET", f"/tables/{table}/position?after={version}&wait=25")
    version = position["version"]
    for sight in position["sights"]:
        if sight["question"]:
            move = {"seat": sight["seat"], "ask": sight["question"]["ask"], "move": choose(sight)}
            call("POST", f"/tables/{table}/moves", move)
print("The game is over:", position["card"]["standings"])
