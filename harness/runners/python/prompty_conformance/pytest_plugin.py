"""A Conformance in a test module is a list of tests for pytest: one for each vector that is played, by its id, and a
skipped one for each reason why others are not. `-k` finds ids of clauses, too."""

from typing import Any, Dict, Iterable, List, Optional, Tuple
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
            suite.wait_for_ever()

    def collect(self) -> Iterable["VectorTest"]:
        left_out: Dict[str, List[Vector]] = {}
        for vector in self.suite.vectors:
            missing = self.suite.missing(vector)
            if missing:
                left_out.setdefault(missing, []).append(vector)
            else:
                yield VectorTest.from_parent(self, name=vector.id, suite=self.suite, vectors=[vector])
        for reason, vectors in left_out.items():
            name = "%d vectors: %s" % (len(vectors), reason)
            yield VectorTest.from_parent(self, name=name, suite=self.suite, vectors=vectors)


class VectorTest(pytest.Item):
    def __init__(self, *, suite: Conformance, vectors: List[Vector], **node: Any) -> None:
        super().__init__(**node)
        self.suite, self.vectors = suite, vectors
        self.extra_keyword_matches.update(vectors[0].entry["clauses"] if len(vectors) == 1 else ())

    def runtest(self) -> None:
        reason = ""
        for vector in self.vectors:
            try:
                self.suite.check(vector)
            except SkipTest as skipped:
                reason = str(skipped)
        if reason:
            pytest.skip(reason if len(self.vectors) == 1 else self.name)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, Failed) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> Tuple[Any, int, str]:
        return self.path, 0, self.name
