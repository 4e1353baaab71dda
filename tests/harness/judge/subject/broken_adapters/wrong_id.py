"""Answers a request that was never sent."""

from adapter_lines import line_of, serve, write

serve(lambda request: write(line_of(request["id"] + 1000, "for somebody else")))
