#!/usr/bin/env python3
"""An adapter with one habit: it takes the text of an answer without the blanks at its ends, or, with the word `last`, that of
the last choice."""
import json
import sys


def answer(request: dict) -> dict:
    if request["method"] == "initialize":
        return {"result": {"protocolVersion": 6, "operations": ["process"], "providers": ["openai"],
                           "implementation": {"name": "trimming", "version": "1", "language": "Python"}}}
    if request["method"] != "process":
        return {"error": {"code": -32601, "message": "unknown method"}}
    choices = request["params"]["response"]["choices"]
    if "last" in sys.argv:
        return {"result": {"type": "text", "value": choices[-1]["message"]["content"]}}
    return {"result": {"type": "text", "value": choices[0]["message"]["content"].strip()}}


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "shutdown":
        break
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer(message)}), flush=True)
