"""An adapter that starts only where an environment variable is set: needy_adapter.py NAME"""
import json
import os
import sys

if sys.argv[1] not in os.environ:
    sys.exit(f"{sys.argv[1]} is not set")
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    answer = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "initialize":
        answer["result"] = {"protocolVersion": 6, "operations": ["load"],
                            "implementation": {"name": "needy", "version": "1", "language": "Python"}}
    else:
        answer["error"] = {"code": -32601, "message": "not here"}
    print(json.dumps(answer), flush=True)
