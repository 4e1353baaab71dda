"""Calls functions of a runtime, synchronous or not, each for a limited time, in the thread of the test."""

import asyncio
import atexit
import contextvars
import ctypes
import inspect
import signal
import sys
import threading
import traceback
from contextlib import ExitStack, contextmanager
from typing import Any, Callable, Iterator, Optional


class Context:
    """The second argument of a function: where the files of the vector lie, and what takes items of a stream."""

    def __init__(self, folder: str, see: Callable[[int], None]) -> None:
        self.folder = folder
        self.items: list[Any] = []
        self._see = see

    def item(self, value: Any) -> None:
        self.items.append(value)
        self._see(len(self.items))


def _takes_context(function: Callable[..., Any]) -> bool:
    """Whether a function has a second argument of its own."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return sum(one.default is one.empty and one.kind <= one.POSITIONAL_OR_KEYWORD for one in parameters) > 1


class TimeUp(BaseException):
    """Raised inside of a function that takes too long; what catches exceptions lets it pass."""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Has TimeUp raised in this thread after so many seconds: in the main one by a signal, which ends waiting as well,
    elsewhere at the next line of Python. Who stands at a breakpoint takes his time."""
    is_over = False

    def interrupt(*_: Any) -> None:
        if not is_over:
            raise TimeUp

    with ExitStack() as ending:
        if not seconds or "pydevd" in sys.modules:
            pass
        elif hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread():
            ending.callback(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, interrupt))
            ending.callback(signal.setitimer, signal.ITIMER_REAL, *signal.setitimer(signal.ITIMER_REAL, seconds, 1))
        else:
            thread = ctypes.c_ulong(threading.get_ident())
            raised = ctypes.pythonapi.PyThreadState_SetAsyncExc
            timer = threading.Timer(seconds, lambda: is_over or raised(thread, ctypes.py_object(TimeUp)))
            timer.start()
            ending.callback(timer.cancel)
        try:
            yield
        finally:
            is_over = True


class Caller:
    """Makes calls that take no longer than `limit` seconds, 0 for as long as they like; all in one event loop."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._loop: Optional[asyncio.AbstractEventLoop] = None

    def call(self, function: Callable[..., Any], params: Any, context: Context) -> Any:
        """What the function returns. Raises what it raises, and TimeUp."""
        arguments = (params, context) if _takes_context(function) else (params,)
        with _time_limit(self.limit):
            result = contextvars.copy_context().run(function, *arguments)
            if inspect.isgenerator(result):
                result = _drained(result, context)
            return self._event_loop().run_until_complete(result) if inspect.isawaitable(result) else result

    def _event_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            atexit.register(self._loop.close)
        return self._loop

    def places_in_loop(self) -> str:
        """Where coroutines stand, which are left there: the next call gets another loop."""
        loop, self._loop = self._loop, None
        frames = [frame for task in asyncio.all_tasks(loop) for frame in task.get_stack(limit=3)] if loop else []
        return "".join(line for frame in frames for line in traceback.format_stack(frame, 1))


def _drained(stream: Any, context: Context) -> Any:
    """What a generator returns, with the items that it yields where it lists none."""
    while True:
        try:
            context.item(next(stream))
        except StopIteration as end:
            is_outcome = isinstance(end.value, dict) and "outcome" in end.value
            return {"items": context.items, **end.value} if is_outcome else end.value
