"""YAML as most languages read it: the core schema of YAML 1.2 on top of PyYAML's parser, which is one of YAML 1.1."""

import re
from typing import Any

import yaml

MOST_NODES = 100_000  # aliases can make a small text large


class CoreLoader(yaml.SafeLoader):
    """PyYAML's loader without what YAML 1.1 takes for booleans, dates, octal and sexagesimal numbers."""

    yaml_implicit_resolvers: dict[str, list[Any]] = {}
    nodes = 0

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise yaml.YAMLError("the aliases of this text expand beyond all measure")
        return super().construct_object(node, deep)


CORE = {
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "bool": (r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    "int": (r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    "float": (
        r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
        list("-+0123456789."),
    ),
}
for name, (pattern, first) in CORE.items():
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{name}", re.compile(f"^(?:{pattern})$"), first)


def whole_number(loader: CoreLoader, node: yaml.ScalarNode) -> int:
    text = loader.construct_scalar(node)
    for prefix, base in (("0o", 8), ("0x", 16)):
        if text.startswith(prefix):
            return int(text[2:], base)
    return int(text)


def fraction(loader: CoreLoader, node: yaml.ScalarNode) -> float:
    number = float(loader.construct_scalar(node).replace(".inf", "inf").replace(".nan", "nan"))
    if number != number or number in (float("inf"), float("-inf")):
        raise yaml.YAMLError(f"{node.value} is a number that JSON does not have")
    return number


def mapping(loader: CoreLoader, node: yaml.MappingNode) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise yaml.constructor.ConstructorError(None, None, "a key has to be plain text", key_node.start_mark)
        key = key_node.value
        if key in result:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key} stands here twice", key_node.start_mark)
        result[key] = loader.construct_object(value_node, deep=True)
    return result


def text(loader: CoreLoader, node: yaml.ScalarNode) -> str:
    """PyYAML takes the halves of a surrogate pair for two characters, and one half for one."""
    try:
        return node.value.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError as error:
        problem = "an escape names no character"
        raise yaml.constructor.ConstructorError(None, None, problem, node.start_mark) from error


def sequence(loader: CoreLoader, node: yaml.SequenceNode) -> list[Any]:
    return [loader.construct_object(element, deep=True) for element in node.value]


def refuse(loader: CoreLoader, node: yaml.Node) -> Any:
    raise yaml.constructor.ConstructorError(None, None, f"the tag {node.tag} is not known", node.start_mark)


CoreLoader.yaml_constructors = {
    "tag:yaml.org,2002:null": lambda loader, node: None,
    "tag:yaml.org,2002:bool": lambda loader, node: node.value.lower() == "true",
    "tag:yaml.org,2002:int": whole_number,
    "tag:yaml.org,2002:float": fraction,
    "tag:yaml.org,2002:str": text,
    "tag:yaml.org,2002:map": mapping,
    "tag:yaml.org,2002:seq": sequence,
    None: refuse,
}


def parse_yaml(text: str) -> Any:
    """The value of one YAML document. ValueError, with place, when it is not well formed, has a key twice, or an unknown tag."""
    try:
        return yaml.load(text, CoreLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise ValueError(" ".join(str(error).split())) from error
