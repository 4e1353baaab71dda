"""A Conformance in a test module is a list of tests for pytest: one for each vector that is played, by its id, and a
skipped one for each reason why others are not. `-k` finds ids of clauses, too."""

from typing import Any, Iterable, Optional
from unittest import SkipTest

import pytest

from .conformance import Conformance, Failed
from .corpus import Vector


def pytest_pycollect_makeitem(collector: Any, name: str, obj: object) -> Optional["Vectors"]:
    return Vectors.from_parent(collector, name=name, suite=obj) if isinstance(obj, Conformance) else None


class Vectors(pytest.Collector):
    def __init__(self, *, suite: Conformance, **node: Any) -> None:
        super().__init__(**node)
        self.suite = suite
        suite.rerun = "pytest %s -k" % self.nodeid
        if self.config.getoption("usepdb", False):
            suite.caller.limit = 0

    def collect(self) -> Iterable["VectorTest"]:
        for vector in self.suite.vectors:
            yield VectorTest.from_parent(self, name=vector.id, suite=self.suite, vector=vector)
        for reason, vectors in self.suite.left_out.items():
            name = "%d vectors: %s" % (len(vectors), reason)
            yield VectorTest.from_parent(self, name=name, suite=self.suite, vector=None)


class VectorTest(pytest.Item):
    """The test of a vector, or of none, which is skipped with its name as the reason."""

    def __init__(self, *, suite: Conformance, vector: Optional[Vector], **node: Any) -> None:
        super().__init__(**node)
        self.suite, self.vector = suite, vector
        self.extra_keyword_matches.update(vector.entry["clauses"] if vector else ())

    def runtest(self) -> None:
        if self.vector is None:
            raise SkipTest(self.name)
        self.suite.check(self.vector)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        return self.path, 0, self.name
