#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace conformance {

/// Whose results are kept in one file.
enum class KeptKind : std::uint8_t { mutants, readings };

/// "mutants", "readings".
[[nodiscard]] constexpr std::string_view results_name(KeptKind kind) {
  return kind == KeptKind::mutants ? "mutants" : "readings";
}

/// Digests of the sources that a program was built from.
struct ProgramDigests {
  std::string judging;    ///< of what plays and judges these deviations, with those that are written in C++
  std::string answering;  ///< of the reference, and of the mock provider that it is played with
};

/// Those of this program; made by scripts/cmake/PromptySourceDigests.cmake.
[[nodiscard]] ProgramDigests const& program_digests(KeptKind kind);

}  // namespace conformance
