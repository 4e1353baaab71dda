"""Exits in the middle of an answer."""

import os

from adapter_lines import Request, line_of, serve, write


def misbehave(request: Request) -> None:
    write(line_of(request["id"], "never complete")[:20])
    os._exit(0)


serve(misbehave)
