#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "prompty/core/describe.hpp"
#include "prompty/load/outline.hpp"

namespace prompty::yaml {

/// Where the first character of a YAML text stands (from 1). Errors call it invalid `subject` (P4.1-05).
struct Source {
  std::string file;
  std::size_t line = 1;
  std::size_t column = 1;
  std::string subject = "frontmatter YAML";
};

/// What a YAML text may cost, aliases with all that they repeat; `text_bytes` is the length of all keys and scalars.
struct Limits {
  std::size_t bytes = 4'194'304;
  std::size_t depth = 200;
  std::size_t nodes = 100'000;
  std::size_t text_bytes = 33'554'432;
};

/// A value and where it stands; what an alias repeats stands where its anchor is.
struct Document {
  Json value = nullptr;
  Outline outline = Outline(1);
};

/// The value of the one YAML document in `written` (well-formed UTF-8) by the core schema of YAML 1.2; null when there
/// is no document. Mapping keys are their text as written, quoted or not; `<<` is a key like any other. Throws
/// ValueError with file, line and column for text that is not YAML 1.2, a duplicate key, a key that is null or not a
/// scalar, a tag outside the core schema, an alias of nothing or of what encloses it, a number JSON cannot hold, a
/// second document, and for whatever exceeds `limits`.
[[nodiscard]] Document parse_document(std::string_view written, Source const& source, Limits const& limits = {});

/// A text as the parser has to be given it, which stumbles over some that YAML allows.
struct GivenText {
  /// With other characters for some, all else at its place; empty when there are none.
  std::string changed = {};
  /// Where nulls are to be read, in order.
  std::vector<std::size_t> nulls = {};
};

/// Of `text`, which `parse_document` takes.
[[nodiscard]] GivenText as_given_to_parser(std::string_view text);

/// The value alone.
[[nodiscard]] Json parse(std::string_view text, Source const& source, Limits const& limits = {});

/// The place of the byte at `offset` of `text`.
[[nodiscard]] Place place_at(std::string_view text, std::size_t offset, Source const& source);

}  // namespace prompty::yaml
