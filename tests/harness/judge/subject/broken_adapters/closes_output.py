"""Closes its standard output instead of answering, and lives on."""

import os
import signal

from adapter_lines import Request, serve


def misbehave(request: Request) -> None:
    os.close(1)
    signal.pause()


serve(misbehave)
