#pragma once

#include <span>

#include "harness/files/file_tree.hpp"

namespace conformance {

/// The vectors, their schemas and fixtures, the specification with its mutants, and the sources of the reference, as
/// they were when the program was built.
[[nodiscard]] std::span<EmbeddedFile const> embedded_files();

}  // namespace conformance
