"""`${env:…}` and `${file:…}` in the values of a frontmatter (§2.11)."""

import os
import re
from typing import Any, Mapping, Optional

from .json_text import parse_json
from .yaml_text import parse_yaml

OPENER = re.compile(r"\$\{(?=env:|file:)", re.IGNORECASE)


class EnvironmentText(str):
    """Text out of the environment, which has no type yet: a number or a boolean if its field wants one."""


def closing_brace(text: str, start: int) -> int:
    """The place of the brace that closes what was opened before `start`: that which balances the braces inside of it,
    or else the first one; -1 where there is none."""
    depth = 1
    for place in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        if depth == 0:
            return place
    return text.find("}", start)


class References:
    """Resolves the references of one file: `folder` is the file's, `environment` all variables that it may see."""

    def __init__(self, folder: str, environment: Mapping[str, str]) -> None:
        self._folder = folder
        self._environment = environment
        self._open_files: list[str] = []

    def resolve(self, value: Any) -> Any:
        """The value with every string in it resolved. ValueError for a variable that is not set, a file that is broken,
        outside the folder, or refers to itself; FileNotFoundError for one that is missing."""
        if isinstance(value, dict):
            return {key: self.resolve(member) for key, member in value.items()}
        if isinstance(value, list):
            return [self.resolve(element) for element in value]
        if isinstance(value, str) and "${" in value:
            return self._text(value)
        return value

    def _text(self, text: str) -> Any:
        pieces: list[str] = []
        done = 0
        from_environment = False
        while opener := OPENER.search(text, done):
            end = closing_brace(text, opener.end())
            if end < 0:
                break
            value = self._one(text[opener.end():end])
            if opener.start() == 0 and end == len(text) - 1:
                return value
            if not isinstance(value, str):
                reference = text[opener.start():end + 1]
                raise ValueError(f"{reference} gives no text and can only stand alone, not inside other text")
            from_environment = from_environment or isinstance(value, EnvironmentText)
            pieces += [text[done:opener.start()], value]
            done = end + 1
        replaced = "".join(pieces) + text[done:]
        return EnvironmentText(replaced) if from_environment else replaced

    def _one(self, expression: str) -> Any:
        protocol, _, rest = expression.partition(":")
        return self._variable(rest) if protocol.lower() == "env" else self._file(rest)

    def _variable(self, expression: str) -> EnvironmentText:
        name, colon, default = expression.partition(":")
        value: Optional[str] = self._environment.get(name, default if colon else None)
        if value is None:
            raise ValueError(f"Environment variable '{name}' not set")
        return EnvironmentText(value)

    def _file(self, path: str) -> Any:
        root = os.path.realpath(self._folder)
        place = os.path.realpath(os.path.join(root, path))
        if os.path.commonpath([root, place]) != root:
            raise ValueError(f"The file {path} lies outside the folder of the prompt")
        if not os.path.isfile(place):
            raise FileNotFoundError(f"Referenced file not found: {path}")
        if place in self._open_files:
            raise ValueError(f"The file {path} refers to itself")
        try:
            with open(place, encoding="utf-8", newline="") as file:
                text = file.read()
        except UnicodeDecodeError as error:
            raise ValueError(f"The file {path} is not UTF-8: {error}") from error
        ending = os.path.splitext(path)[1].lower()
        if ending not in (".json", ".yaml", ".yml"):
            return text
        try:
            text = text.removeprefix("\ufeff")
            content = parse_json(text) if ending == ".json" else parse_yaml(text)
        except ValueError as error:
            raise ValueError(f"The file {path} is broken: {error}") from error
        self._open_files.append(place)
        try:
            return self.resolve(content)
        finally:
            self._open_files.pop()
