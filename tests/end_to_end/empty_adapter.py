"""Answers every request with an empty object, which no operation may answer.

Usage: empty_adapter.py OPERATION[,OPERATION…] [--other-than FILE] [--forge FILE…]

--other-than FILE: only the first process of all that share FILE declares the operations, each later one `parse` alone.
--forge FILE…: each request overwrites these files, as a process that outlives the adapter goes on to do for a while.
"""

import argparse
import json
import os
import sys
import time

FORGED = '{"type":"summary","exitCode":0,"verdict":"conformant"}\n'


def is_first(path: str) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        return True
    except FileExistsError:
        return False


def forge(paths: list[str]) -> None:
    for path in paths:
        with open(path, "w", encoding="utf-8") as file:
            file.write(FORGED)


def go_on_forging(paths: list[str]) -> None:
    if not paths or os.fork() > 0:
        return
    os.setsid()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        forge(paths)
        time.sleep(0.01)
    os._exit(0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("operations")
    parser.add_argument("--other-than")
    parser.add_argument("--forge", nargs="*", default=[])
    options = parser.parse_args()
    operations = options.operations.split(",")
    if options.other_than and not is_first(options.other_than):
        operations = ["parse"]
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "shutdown":
            go_on_forging(options.forge)
            return
        result = {}
        if request["method"] == "initialize":
            result = {"protocolVersion": 6, "implementation": {"name": "empty"}, "operations": operations}
        else:
            forge(options.forge)
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


main()
