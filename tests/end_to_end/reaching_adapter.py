"""Declares `run`, and tells in a file what it reaches: a port of this machine, another machine, the mock provider.

Usage: reaching_adapter.py PORT REPORT [--outside]. Each request adds a line to REPORT, a JSON object. Another machine is tried
with --outside alone, through the proxy that the environment names if it names one.
"""

import json
import os
import socket
import sys
import urllib.error
import urllib.request

# An address that documentation uses and nobody has.
ANOTHER_MACHINE = "http://192.0.2.1/"


def connecting_to(port: int) -> str:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=30).close()
        return "connected"
    except OSError as error:
        return f"failed: {error}"


def asking(url: str, body: bytes | None = None) -> str:
    headers = {"content-type": "application/json", "authorization": "Bearer k"}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30) as answer:
            return f"answered {answer.status}"
    except urllib.error.HTTPError as error:
        return f"answered {error.code}"
    except OSError as error:
        return f"failed: {error}"


def look_around(params: dict, goes_outside: bool) -> dict:
    endpoint = params["agent"]["model"]["connection"]["endpoint"]
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Hello"}]}).encode()
    found = {"listener": connecting_to(int(sys.argv[1])), "mock": asking(f"{endpoint}/chat/completions", body),
             "user": os.geteuid(), "proxy": os.environ.get("HTTP_PROXY")}
    if goes_outside:
        found["outside"] = asking(ANOTHER_MACHINE)
    return found


for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        break
    if request["method"] == "initialize":
        result = {"protocolVersion": 1, "operations": ["run"], "providers": ["openai"], "apiTypes": ["chat"],
                  "implementation": {"name": "reaching", "version": "1", "language": "Python"}}
    else:
        with open(sys.argv[2], "a") as report:
            report.write(json.dumps(look_around(request["params"], "--outside" in sys.argv)) + "\n")
        result = {"type": "text", "value": "seen"}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
