"""Declares `split` and answers it with harm: a gigabyte, or a process of its own session that outlives it.

Usage: harmful_adapter.py gigabyte | harmful_adapter.py daemon FIFO | harmful_adapter.py hang FIFO
"""

import json
import os
import signal
import sys


def leave_a_daemon(fifo: str) -> None:
    if os.fork() > 0:
        return
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    os.write(os.open(fifo, os.O_WRONLY), b"held")
    if os.fork() > 0:
        os._exit(0)
    while True:
        signal.pause()


def answer(request: dict) -> None:
    if request["method"] == "initialize":
        result = json.dumps({"protocolVersion": 6, "operations": ["split"],
                             "implementation": {"name": "harmful", "version": "1", "language": "Python"}})
    elif sys.argv[1] == "gigabyte":
        sys.stdout.write('{"jsonrpc":"2.0","id":%d,"result":"' % request["id"])
        for _ in range(1000):
            sys.stdout.write("x" * 1_000_000)
        result = '"'
    else:
        leave_a_daemon(sys.argv[2])
        if sys.argv[1] == "hang":
            signal.pause()
        result = '{"frontmatter": null, "body": ""}'
    print('{"jsonrpc":"2.0","id":%d,"result":%s}' % (request["id"], result), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "shutdown":
        break
    answer(message)
