"""Exits with an error status while it works on a request."""

import os
import sys

from adapter_lines import Request, serve


def misbehave(request: Request) -> None:
    print("assertion failed in line 7", file=sys.stderr, flush=True)
    os._exit(3)


serve(misbehave)
