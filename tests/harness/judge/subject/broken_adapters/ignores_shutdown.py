"""Neither `shutdown` nor the end of its input nor SIGTERM ends it; holds a FIFO open for as long as it lives."""

import signal

from adapter_lines import Request, answer, serve

held = []


def hold(request: Request) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    held.append(open(request["params"]["misbehave"], "wb"))
    answer(request, "holding")


serve(hold)
while True:
    signal.pause()
