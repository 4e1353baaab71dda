"""The template engine `jinja2`: Jinja2 itself, in its sandbox (our §5)."""

import resource
import signal
from types import FrameType
from typing import Any, Iterator, Optional

import jinja2
from jinja2 import nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

MOST_CHARACTERS = 4_000_000
MOST_SECONDS = 2.0
MOST_MEMORY = 2 << 30

OTHER_TEMPLATES = (nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends, nodes.Block)


class LoudUndefined(jinja2.StrictUndefined):
    """A variable without a value for those who asked for an error."""

    @property
    def _undefined_message(self) -> str:
        return f"Undefined template variable: {self._undefined_name}"


class Walled(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox without calculations that outgrow a machine word or the memory."""

    intercepted_binops = frozenset(["+", "-", "*", "**", "//", "%"])

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        if operator == "*" and not (isinstance(left, (int, float)) and isinstance(right, (int, float))):
            times, repeated = (left, right) if isinstance(left, int) else (right, left)
            if isinstance(times, int) and times * len(repeated) > MOST_CHARACTERS:
                raise ValueError("The template makes a text that is too long")
        if operator == "**" and isinstance(left, int) and isinstance(right, int) and right * left.bit_length() > 128:
            raise ValueError("A number of the template outgrows 64 bits")
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, int) and not -(2**63) <= result < 2**63:
            raise ValueError("A number of the template outgrows 64 bits")
        return result


def _environment(undefined: str) -> Walled:
    environment = Walled(
        autoescape=False,
        keep_trailing_newline=True,
        undefined=LoudUndefined if undefined == "error" else jinja2.Undefined,
    )
    for name in ("random", "urlize"):
        del environment.filters[name]
    del environment.globals["lipsum"]
    return environment


def _stop(number: int, frame: Optional[FrameType]) -> None:
    raise ValueError("The template takes too long; is there a loop without an end?")


def _limited(chunks: Iterator[str]) -> str:
    """The text of a rendering that stays below the limits of time, size and memory."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGALRM, _stop)
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, before[1]))
    try:
        text: list[str] = []
        length = 0
        for chunk in chunks:
            length += len(chunk)
            if length > MOST_CHARACTERS:
                raise ValueError("The template makes a text that is too long")
            text.append(chunk)
        return "".join(text)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, before)


def render_jinja(template: str, inputs: dict[str, Any], undefined: str = "empty") -> str:
    """The filled template. ValueError when it is not well formed, asks for another template, reaches into what is
    undefined or forbidden, or does not end."""
    environment = _environment(undefined)
    try:
        tree = environment.parse(template)
        for node in tree.find_all(OTHER_TEMPLATES):
            raise ValueError(f"A prompt is one template; {type(node).__name__.lower()} in line {node.lineno} needs others")
        return _limited(environment.from_string(tree).generate(inputs))
    except jinja2.TemplateSyntaxError as error:
        raise ValueError(f"Template syntax error: {error.message} (line {error.lineno})") from error
    except (jinja2.TemplateError, TypeError, ArithmeticError, LookupError, AttributeError) as error:
        raise ValueError(str(error)) from error
    except RecursionError as error:
        raise ValueError("The template calls itself without an end") from error
    except MemoryError as error:
        raise ValueError("The template needs too much memory") from error
