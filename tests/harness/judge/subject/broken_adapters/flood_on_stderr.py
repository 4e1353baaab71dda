"""Writes 32 MiB to standard error, then answers."""

import sys

from adapter_lines import Request, answer, serve


def misbehave(request: Request) -> None:
    for _ in range(32):
        sys.stderr.write("x" * (1024 * 1024))
    sys.stderr.write("the end of the flood")
    sys.stderr.flush()
    answer(request, "survived")


serve(misbehave)
