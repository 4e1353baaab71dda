"""Answers one request and exits, as if it were made for one alone."""

import os

from adapter_lines import Request, answer, serve


def misbehave(request: Request) -> None:
    answer(request, "my last answer")
    os._exit(0)


serve(misbehave)
