"""Calls functions of a runtime, synchronous or not, each for a limited time, in the thread of the test."""

import asyncio
import atexit
import contextvars
import ctypes
import inspect
import signal
import sys
import threading
import time
import traceback
from typing import Any, Callable, List, Optional, Tuple


class Context:
    """The second argument of a function: where the files of the vector lie, and what takes items of a stream."""

    def __init__(self, folder: str, see: Callable[[], None]) -> None:
        self.folder = folder
        self.items: List[Any] = []
        self._see = see

    def item(self, value: Any) -> None:
        self.items.append(value)
        self._see()


def takes_context(function: Callable[..., Any]) -> bool:
    """Whether a function has a second argument of its own."""
    try:
        second = list(inspect.signature(function).parameters.values())[1:2]
    except (TypeError, ValueError):
        return False
    places = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return any(one.kind in places and one.default is one.empty for one in second)


class TimeUp(BaseException):
    """Raised inside of a function that takes too long; what catches exceptions lets it pass."""


class Call:
    """A call, which ended with `result` or `error`, or was late; `trace` says where it was then, or the error is."""

    def __init__(self, function: Callable[..., Any], arguments: Tuple[Any, ...], context: Context) -> None:
        self.result: Any = None
        self.error: Optional[BaseException] = None
        self.is_late = False
        self.trace = ""
        self._function, self._arguments, self._context = function, arguments, context

    def make(self, loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
        try:
            result = contextvars.copy_context().run(self._function, *self._arguments)
            if inspect.isgenerator(result):
                result = self._drained(result)
            self.result = loop().run_until_complete(result) if inspect.isawaitable(result) else result
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever the runtime raises is about this vector alone
            self.error, self.is_late = error, isinstance(error, TimeUp)
            told = traceback.format_exception(type(error), error, error.__traceback__)
            self.trace = "".join(told[-6:-1] if self.is_late else told[-4:])

    def _drained(self, stream: Any) -> Any:
        while True:
            try:
                self._context.item(next(stream))
            except StopIteration as end:
                is_outcome = isinstance(end.value, dict) and "outcome" in end.value
                return {"items": self._context.items, **end.value} if is_outcome else end.value


class Caller:
    """Makes calls. In the main thread a signal ends them: sent by a thread that looks at the time, or, while something
    keeps all other threads from running, by the timer of the process. Elsewhere an exception comes at the next line."""

    def __init__(self, limit: float) -> None:
        self.limit = limit  # seconds, 0 for none
        self._thread = 0  # that of the call which is being made
        self._due = 0.0
        self._watch: Optional[threading.Thread] = None
        self._loop: Optional[asyncio.AbstractEventLoop] = None

    def make(self, call: Call) -> None:
        is_main = threading.current_thread() is threading.main_thread() and hasattr(signal, "pthread_kill")
        if not self.limit or "pydevd" in sys.modules:  # who stands at a breakpoint takes his time
            return call.make(self._event_loop)
        if self._watch is None:
            self._watch = threading.Thread(target=self._look, daemon=True)
            self._watch.start()
        former = signal.signal(signal.SIGVTALRM, self._interrupt) if is_main else None
        try:
            self._thread, self._due = threading.get_ident(), time.monotonic() + self.limit
            if is_main:
                signal.setitimer(signal.ITIMER_VIRTUAL, self.limit, 0.1)
            call.make(self._event_loop)
            self._thread = 0
        except TimeUp:  # between the end of the function and that of its call
            call.is_late = True
        finally:
            self._thread = 0
            if is_main:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                signal.signal(signal.SIGVTALRM, former)
        if call.is_late and self._loop:
            frames = [frame for task in asyncio.all_tasks(self._loop) for frame in task.get_stack(limit=3)]
            call.trace = "".join(line for frame in frames for line in traceback.format_stack(frame, 1)) or call.trace
            self._loop = None
        return None

    def _interrupt(self, *_: Any) -> None:
        if self._thread and time.monotonic() >= self._due:
            self._due += 1  # for what the function does about it
            raise TimeUp

    def _look(self) -> None:
        while True:
            time.sleep(min(self.limit or 1, 1) / 20)
            thread = self._thread
            if not thread or time.monotonic() < self._due:
                continue
            if thread == threading.main_thread().ident and hasattr(signal, "pthread_kill"):
                signal.pthread_kill(thread, signal.SIGVTALRM)
            else:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TimeUp))
                self._due += 1

    def _event_loop(self) -> asyncio.AbstractEventLoop:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            atexit.register(self._loop.close)
        return self._loop
