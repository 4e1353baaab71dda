"""Errors that Python has no class for. The others are ValueError, FileNotFoundError, NotImplementedError, ConnectionError."""


class InvokerError(Exception):
    """Nobody has registered a component under the key that the agent names (§11.3)."""

    def __init__(self, component: str, key: str | None) -> None:
        super().__init__(f"No {component} registered for key: {key}")


class ExecuteError(Exception):
    """The provider answered, and what it answered is an error."""


class BrokenStream(Exception):
    """A stream that ended in an error; knows what was handed on before (§8.6)."""

    def __init__(self, cause: Exception, items: list[object]) -> None:
        super().__init__(str(cause))
        self.cause = cause
        self.items = items


def kind_of(error: BaseException) -> str:
    """The name of the protocol for an error: the class itself, or the one that it is a case of."""
    if isinstance(error, (InvokerError, ExecuteError)):
        return type(error).__name__
    for known in (FileNotFoundError, NotImplementedError, ConnectionError, ValueError):
        if isinstance(error, known):
            return known.__name__
    return "RuntimeError"
