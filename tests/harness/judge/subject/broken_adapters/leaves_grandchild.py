"""Exits without an answer and leaves a child behind that keeps all its pipes, and a FIFO, open."""

import os
import signal

from adapter_lines import Request, serve


def misbehave(request: Request) -> None:
    with open(request["params"]["misbehave"], "wb"):
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                signal.pause()
        os._exit(0)


serve(misbehave)
