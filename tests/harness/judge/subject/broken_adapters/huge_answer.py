"""Answers with 100 MB in one line."""

from adapter_lines import Request, serve, write


def misbehave(request: Request) -> None:
    for _ in range(100):
        write("x" * 1_000_000)
    write("\n")


serve(misbehave)
