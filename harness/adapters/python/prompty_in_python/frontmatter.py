"""Taking a file apart: frontmatter and body (§2.1, §2.2)."""

import re
from typing import NamedTuple, Optional

BLANKS = " \t\n\r\f\v"

# The expression that the documents print. Without MULTILINE: it is held against the beginning of the file only, and `$`
# is the end anyhow, since the last group takes everything.
CONTRACT = re.compile(r"^\s*(?:---|\+\+\+)(.*?)(?:---|\+\+\+)\s*(.+)$", re.DOTALL | re.ASCII)


class Parts(NamedTuple):
    """A file in two parts; `frontmatter` is None when the file has none, and untrimmed when it has one."""

    frontmatter: Optional[str]
    body: str


def split(text: str) -> Parts:
    """Splits a file. ValueError when frontmatter is opened and the contract does not match."""
    text = text.removeprefix("\ufeff")
    if not text.lstrip(BLANKS).startswith(("---", "+++")):
        return Parts(None, text)
    match = CONTRACT.match(text)
    if match is None:
        raise ValueError(
            "The frontmatter is opened but not closed, or nothing follows it; "
            "end it with a line of --- and write the prompt below."
        )
    return Parts(match[1], match[2])
