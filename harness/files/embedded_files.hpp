#pragma once

#include <span>

#include "harness/files/file_tree.hpp"

namespace conformance {

/// The vectors, their schemas and fixtures, and the specification pages as they were when the program was built.
[[nodiscard]] std::span<EmbeddedFile const> embedded_files();

}  // namespace conformance
