#!/usr/bin/env python3
"""The reference behind an adapter that makes one mistake: careless_adapter.py MISTAKE PATH-OF-THE-REFERENCE-ADAPTER."""
import json
import os
import subprocess
import sys
import threading
import time

mistake, reference = sys.argv[1:]
child = subprocess.Popen([reference], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
lock = threading.Lock()
latest = None


def say(message: dict) -> None:
    if mistake == "writes-gb18030":
        sys.stdout.buffer.write((json.dumps(message, ensure_ascii=False) + "\n").encode("gb18030"))
        sys.stdout.buffer.flush()
    else:
        print(json.dumps(message), flush=True)


def asked(message: dict) -> dict:
    """What the reference answers; the items of a stream are passed on."""
    with lock:
        child.stdin.write(json.dumps(message) + "\n")
        child.stdin.flush()
        while "method" in (line := json.loads(child.stdout.readline())):
            say(line)
        return line


def initialized(message: dict) -> dict:
    answer = asked(message)
    declared = answer["result"]
    declared["maxInFlight"] = 4 if mistake == "shares-requests" else 1
    declared["operations"] = ["parse"] if mistake == "wraps-messages" else ["load", "split"]
    if mistake == "unknown-feature":
        declared["features"].append("time-travel")
    if mistake == "unknown-connection":
        declared["connectionKinds"] = ["key", "anonymus"]
    if mistake == "promises-render":
        declared["operations"].append("render")
    return answer


def answer(message: dict) -> None:
    global latest
    latest = message
    if mistake == "promises-render" and message["method"] == "render":
        say({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "not yet"}})
        return
    if mistake == "shares-requests":
        time.sleep(0.05)
        # Whatever came last is answered, which is another request when several are open.
        message = {**latest, "id": message["id"]}
    reply = asked(message)
    if mistake == "keeps-kinds-to-itself" and "error" in reply:
        reply["error"].pop("data", None)
    if message["method"] == "load" and "result" in reply:
        if mistake == "hides-kind":
            reply["result"].pop("kind")
        if mistake == "hides-template":
            reply["result"].pop("template", None)
        if mistake == "tells-key":
            print("loading with", os.environ.get("USER_KEY", "no key"), file=sys.stderr, flush=True)
            reply["result"] = os.environ.get("USER_KEY", "no key")
        if mistake == "prints":
            print("loading a file", flush=True)
    if message["method"] == "split" and mistake == "trims-bodies" and "result" in reply:
        reply["result"]["body"] = reply["result"]["body"].strip() + "."
    if message["method"] == "parse" and mistake == "wraps-messages" and "result" in reply:
        reply["result"] = {"messages": reply["result"]}
    say(reply)


for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "shutdown":
        child.stdin.write(line)
        child.stdin.close()
        break
    if request["method"] == "initialize":
        say(initialized(request))
    elif mistake == "shares-requests":
        threading.Thread(target=answer, args=(request,)).start()
    else:
        answer(request)
