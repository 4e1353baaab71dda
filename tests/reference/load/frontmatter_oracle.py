"""Splits each string of a JSON list with the reference expression of section 2.2 and prints the results as JSON.

Usage: frontmatter_oracle.py FILE. A result is null (nothing opens a block), false (opened, but no match), or
[frontmatter, body].
"""
import json
import re
import sys

BLANKS = " \t\n\r\f\v"
OPENS = re.compile(r"\s*(?:---|\+\+\+)", re.ASCII)
WHOLE = re.compile(r"^\s*(?:---|\+\+\+)(.*?)(?:---|\+\+\+)\s*(.+)$", re.DOTALL | re.MULTILINE | re.ASCII)


def split(content):
    if not OPENS.match(content):
        return None
    match = WHOLE.match(content)
    return [match.group(1).strip(BLANKS), match.group(2)] if match else False


with open(sys.argv[1], encoding="utf-8") as file:
    json.dump([split(content) for content in json.load(file)], sys.stdout)
