#!/usr/bin/env python3
"""An adapter with one fault: it knows no line end but LF, and refuses a file with any other."""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../harness/adapters/python"))
from split import split  # noqa: E402


def answer(request: dict) -> dict:
    if request["method"] == "initialize":
        return {"result": {"protocolVersion": 6, "operations": ["split"],
                           "implementation": {"name": "line-feeds", "version": "1", "language": "Python"}}}
    if request["method"] != "split":
        return {"error": {"code": -32601, "message": "unknown method"}}
    print("splitting for", os.environ.get("USER_TOKEN", "nobody"), file=sys.stderr, flush=True)
    try:
        text = request["params"]["text"]
        if "\r" in text:
            raise ValueError("a carriage return")
        return {"result": split(text)}
    except ValueError as error:
        return {"error": {"code": -32000, "message": str(error),
                          "data": {"kind": "ValueError", "message": str(error)}}}


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "shutdown":
        break
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer(message)}), flush=True)
