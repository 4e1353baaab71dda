#!/usr/bin/env python3
"""An adapter that dies of a plus sign and splits nothing."""
import json
import os
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "shutdown":
        break
    if message["method"] == "initialize":
        result = {"protocolVersion": 6, "operations": ["split"],
                  "implementation": {"name": "crashing", "version": "1", "language": "Python"}}
    else:
        if "+" in message["params"]["text"]:
            print("a plus sign", file=sys.stderr, flush=True)
            os._exit(3)
        result = {"frontmatter": None, "body": message["params"]["text"]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
