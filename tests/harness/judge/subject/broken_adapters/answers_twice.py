"""Gives the same answer twice."""

from adapter_lines import line_of, serve, write

serve(lambda request: write(line_of(request["id"], "once") * 2))
