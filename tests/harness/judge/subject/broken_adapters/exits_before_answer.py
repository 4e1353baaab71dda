"""Exits contentedly without an answer."""

import os

from adapter_lines import serve

serve(lambda request: os._exit(0))
