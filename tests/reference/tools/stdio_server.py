"""An MCP server on standard input and output for tests: each of its functions goes wrong, or right, in a way of its own."""

import json
import os
import subprocess
import sys

FUNCTIONS = ["echo", "die", "flood", "huge", "linger", "ping", "rubbish", "sample", "silence", "whisper", "words"]
cancelled = []


def send(message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def receive():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def text(value):
    return {"content": [{"type": "text", "text": value}]}


def asked_back(method):
    send({"id": "mine", "method": method})
    return text(json.dumps(receive()))


def call(name, arguments):
    if name == "echo":
        return text(json.dumps(arguments))
    if name == "die":
        print("it is all over", file=sys.stderr, flush=True)
        sys.exit(3)
    if name == "flood":
        sys.stderr.write("noise\n" * 200000)
        return text("still here")
    if name == "huge":
        return text("x" * arguments["size"])
    if name == "linger":
        child = subprocess.Popen(["sleep", "60"])
        return text(str(child.pid))
    if name == "ping":
        return asked_back("ping")
    if name == "rubbish":
        print("Listening…\n{\"jsonrpc\": \"1.0\"}\n[]\n\n{", flush=True)
        return text("after rubbish")
    if name == "sample":
        return asked_back("sampling/createMessage")
    if name == "whisper":
        return text(json.dumps(sorted(os.environ)))
    if name == "words":
        return text(json.dumps(cancelled))
    return None


def page(params):
    start = int(params.get("cursor", "0"))
    tools = [{"name": name, "description": f"does {name}", "inputSchema": {"type": "object", "title": name}}
             for name in FUNCTIONS[start:start + 4]]
    more = {"nextCursor": str(start + 4)} if start + 4 < len(FUNCTIONS) else {}
    return {"tools": tools, **more}


def answer(message):
    method, params = message["method"], message.get("params", {})
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                "serverInfo": {"name": "stdio_server", "version": "1"}}
    if method == "tools/list":
        return page(params)
    if method == "tools/call":
        return call(params["name"], params["arguments"])
    return None


while True:
    received = receive()
    if received.get("method") == "notifications/cancelled":
        cancelled.append(received["params"]["requestId"])
    if "id" in received and "method" in received:
        result = answer(received)
        if result is not None:
            send({"id": received["id"], "result": result})
