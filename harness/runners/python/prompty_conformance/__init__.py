"""The conformance vectors of the Prompty runtime specification, as tests of your own (README.md beside this folder)."""

from .conformance import Conformance, Failed
from .corpus import Problem, Vector
from .matching import Difference, differences

__all__ = ["Conformance", "Difference", "Failed", "Problem", "Vector", "differences"]
