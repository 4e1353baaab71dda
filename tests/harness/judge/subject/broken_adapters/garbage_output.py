"""Writes a line that is no JSON."""

from adapter_lines import serve, write

serve(lambda request: write("Traceback (most recent call last): this is no JSON\n"))
