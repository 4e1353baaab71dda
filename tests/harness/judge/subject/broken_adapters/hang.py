"""Never answers; holds the FIFO it is told of open for as long as it lives, deaf to SIGTERM."""

import signal

from adapter_lines import Request, serve


def misbehave(request: Request) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with open(request["params"]["misbehave"], "wb"):
        while True:
            signal.pause()


serve(misbehave)
