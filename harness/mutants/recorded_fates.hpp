#pragma once

#include <filesystem>
#include <string>

#include "harness/mutants/kill_matrix.hpp"

namespace conformance {

/// JSON Lines: first the digest of the vectors, then a line per mutant with the vectors that fail under it and where
/// each does, as [operation, pointer, whether it is carried].
[[nodiscard]] std::string fates_text(KillMatrix const& matrix, std::string const& corpus_digest);

/// What `fates_text` made, as `mutants --fates` wrote it. Throws InputError for a file that is something else, or is
/// about other vectors. A mutant that the file does not tell of, which a program of another version wrote, is an
/// InputError when it is requested.
[[nodiscard]] Kills read_fates(std::filesystem::path const& path, std::string const& corpus_digest);

}  // namespace conformance
