"""Exits after a whole answer that lacks its newline."""

import os

from adapter_lines import Request, line_of, serve, write


def misbehave(request: Request) -> None:
    write(line_of(request["id"], "complete but for the newline").rstrip("\n"))
    os._exit(0)


serve(misbehave)
