#pragma once

#include <string>

namespace conformance {

/// Digests of the sources that a program was built from.
struct ProgramDigests {
  std::string judging;    ///< of what plays and judges mutants, with those that are written in C++
  std::string answering;  ///< of the reference, and of the mock provider that it is played with
};

/// Those of this program; made by scripts/cmake/PromptySourceDigests.cmake.
[[nodiscard]] ProgramDigests const& program_digests();

}  // namespace conformance
