#pragma once

#include "prompty/load/check.hpp"

namespace prompty {

/// A file in the form of the specification, and what of it has to be done by hand.
struct Migrated {
  /// The content as it was given, byte for byte, where nothing is to be changed.
  std::string content;
  /// What version 1 said and the file no longer says, or says otherwise, with its place in the content given.
  std::vector<Problem> left = {};

  bool operator==(Migrated const&) const = default;
};

/// The .prompty file with what version 1 of the format wrote at the place and under the name that §2 gives it. It is
/// edited by place: comments, blank lines, quotes and references stay. What has no place becomes a comment, or goes
/// where brackets are around it. The result of a result is the same. Throws ValueError for content that `load_text`
/// cannot split or read as YAML.
[[nodiscard]] Migrated migrate(std::string_view content, std::string const& name);

}  // namespace prompty
