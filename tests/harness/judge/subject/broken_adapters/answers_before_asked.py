"""Answers the next request together with this one."""

from adapter_lines import line_of, serve, write

serve(lambda request: write(line_of(request["id"], "asked") + line_of(request["id"] + 1, "not yet asked")))
