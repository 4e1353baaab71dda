#!/usr/bin/env python3
"""An adapter that answers so many requests and none after them: stuck_split.py COUNT FIFO [deaf].

It opens the FIFO when it gets stuck and holds it as long as it lives; a deaf one outlives its input and SIGTERM.
"""
import json
import signal
import sys


def answer(request: dict) -> dict:
    if request["method"] == "initialize":
        return {"result": {"protocolVersion": 6, "operations": ["split"],
                           "implementation": {"name": "stuck", "version": "1", "language": "Python"}}}
    text = request["params"]["text"]
    return {"result": {"frontmatter": None, "body": text}}


left = int(sys.argv[1]) + 1
while left > 0 and (line := sys.stdin.readline()):
    message = json.loads(line)
    if message["method"] == "shutdown":
        sys.exit()
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer(message)}), flush=True)
    left -= 1
sys.stdin.readline()
with open(sys.argv[2], "w"):
    if "deaf" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            signal.pause()
    sys.stdin.read()
