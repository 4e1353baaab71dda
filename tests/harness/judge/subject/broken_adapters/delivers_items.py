"""Delivers two items before each answer; when it misbehaves, one for a request that nobody made."""

import json

from adapter_lines import answer, requests, write


def deliver(request_id: int, item: object) -> None:
    write(json.dumps({"jsonrpc": "2.0", "method": "item", "params": {"id": request_id, "item": item}}) + "\n")


for request in requests():
    misbehaves = "misbehave" in request["params"]
    deliver(request["id"] + misbehaves, "one")
    deliver(request["id"], {"id": "2"})
    answer(request, request["params"])
