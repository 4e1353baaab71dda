#!/usr/bin/env python3
"""The adapter of a whole small runtime in Python; needs PyYAML and Jinja2 (Debian: python3-yaml, python3-jinja2).

    prompty-conformance run --subject 'python3 harness/adapters/python/adapter.py'
"""

from prompty_in_python.protocol import main

if __name__ == "__main__":
    main()
