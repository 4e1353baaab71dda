#pragma once

#include <optional>
#include <string>

#include "harness/mutants/mutant.hpp"

namespace conformance::mutants {

/// What a filter may ask besides the operations of the reference; the names begin with a slash:
///   /text {path}: the text of a file, null when it cannot be read
///   /anatomy {text}: the pieces of a file text, see FileAnatomy
///   /frontmatter {text}: the frontmatter as JSON, {} without any, null when it is no mapping
///   /with-frontmatter {text, frontmatter}: the text with other frontmatter
///   /load {params, text}: what the reference says when the file that `params` names holds that text
///   /neighbours {path}: the texts of the other files in and below the folder of a file, by their paths in it
///   /load-beside {params, files}: what the reference says when these neighbours hold these texts
///   /rewrite {text, pattern, rewrite}: every match of a pattern of RE2 rewritten
/// Nothing for an operation of the reference.
[[nodiscard]] std::optional<Reply> answer_of_question(std::string const& question, Json const& params,
                                                      AskReference const& reference);

}  // namespace conformance::mutants
