"""`${env:…}` and `${file:…}` in the values of a frontmatter (§2.11)."""

import os
import re
from typing import Any, Mapping, Optional

from .json_text import parse_json
from .yaml_text import parse_yaml

EMBEDDED = re.compile(r"\$\{([^}]*)\}", re.DOTALL)


class EnvironmentText(str):
    """Text out of the environment, which has no type yet: a number or a boolean if its field wants one."""


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
        if text.startswith("${") and text.endswith("}") and text.count("${") == 1:
            found, value = self._one(text[2:-1])
            return value if found else text
        from_environment = False

        def replace(match: re.Match[str]) -> str:
            nonlocal from_environment
            found, value = self._one(match[1])
            if not found:
                return match[0]
            if not isinstance(value, str):
                raise ValueError(f"{match[0]} gives no text and can only stand alone, not inside other text")
            from_environment = from_environment or isinstance(value, EnvironmentText)
            return value

        replaced = EMBEDDED.sub(replace, text)
        return EnvironmentText(replaced) if from_environment else replaced

    def _one(self, expression: str) -> tuple[bool, Any]:
        """Whether this is a reference at all, and its value."""
        protocol, colon, rest = expression.partition(":")
        if not colon:
            return False, None
        if protocol.lower() == "env":
            return True, self._variable(rest)
        if protocol.lower() == "file":
            return True, self._file(rest)
        return False, None

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
