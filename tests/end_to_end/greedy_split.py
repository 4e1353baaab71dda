#!/usr/bin/env python3
"""An adapter with one fault: the last delimiter of a file closes its frontmatter instead of the first."""
import json
import re
import sys

GREEDY = re.compile(r"\s*(?:---|\+\+\+)(.*)(?:---|\+\+\+)\s*(.+)$", re.DOTALL)


def split(text: str) -> dict:
    if not re.match(r"\s*(---|\+\+\+)", text):
        return {"frontmatter": None, "body": text}
    found = GREEDY.match(text)
    if not found:
        raise ValueError("malformed frontmatter")
    return {"frontmatter": found[1].strip(), "body": found[2]}


def answer(request: dict) -> dict:
    if request["method"] == "initialize":
        return {"result": {"protocolVersion": 6, "operations": ["split"],
                           "implementation": {"name": "greedy", "version": "1", "language": "Python"}}}
    if request["method"] != "split":
        return {"error": {"code": -32601, "message": "unknown method"}}
    try:
        return {"result": split(request["params"]["text"])}
    except ValueError as error:
        return {"error": {"code": -32000, "message": str(error),
                          "data": {"kind": "ValueError", "message": str(error)}}}


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "shutdown":
        break
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer(message)}), flush=True)
