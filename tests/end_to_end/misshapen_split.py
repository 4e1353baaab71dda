#!/usr/bin/env python3
"""An adapter whose answers have the wrong form: `body` is a list of lines."""
import json
import sys

INITIALIZED = {"protocolVersion": 6, "operations": ["split"],
               "implementation": {"name": "misshapen", "version": "1", "language": "Python"}}

for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "shutdown":
        break
    result = INITIALIZED
    if message["method"] == "split":
        result = {"frontmatter": None, "body": message["params"]["text"].split("\n")}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
