#pragma once

#include "prompty/core/describe.hpp"
#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"

namespace prompty::errors {

/// The same error with its place before the message.
[[nodiscard]] ValueError placed(ValueError const& error, Place const& place);

// Prompt files
[[nodiscard]] FileNotFoundError file_not_found(std::string_view path);
[[nodiscard]] RuntimeError file_unreadable(std::string_view path, std::string_view reason);
[[nodiscard]] ValueError file_too_large(std::string_view path, std::size_t max_bytes);
[[nodiscard]] ValueError file_not_utf8(Place const& place);
[[nodiscard]] ValueError frontmatter_not_closed(std::string_view opener, std::size_t line);
[[nodiscard]] ValueError nothing_after_frontmatter(std::size_t line);
[[nodiscard]] ValueError frontmatter_not_a_mapping(Place const& place, Json const& found);

// Environment files
[[nodiscard]] FileNotFoundError environment_file_not_found(std::string_view path);
[[nodiscard]] ValueError environment_file_malformed(Place const& place, std::string_view reason);

// YAML and JSON
[[nodiscard]] ValueError invalid_yaml(std::string_view subject, Place const& place, std::string_view reason);
[[nodiscard]] ValueError invalid_json(Place const& place, std::string_view reason);

// Values
[[nodiscard]] ValueError duplicate_name(std::string_view property_path, std::string_view name);
[[nodiscard]] ValueError value_not_allowed(std::string_view property_path, std::string_view found,
                                           std::string_view allowed);
[[nodiscard]] ValueError unknown_part_kind(std::string_view property_path, std::string_view kind);

// References

/// Where a reference stands: the property, and the place of its value in the prompt's file.
struct ReferenceSite {
  std::string property_path;
  Place place;
};

[[nodiscard]] ValueError variable_not_set(std::string_view name, ReferenceSite const& site);
[[nodiscard]] ValueError variable_not_utf8(std::string_view name, ReferenceSite const& site);
[[nodiscard]] FileNotFoundError referenced_file_not_found(std::string_view path, ReferenceSite const& site);
[[nodiscard]] RuntimeError referenced_file_unreadable(std::string_view path, std::string_view reason,
                                                      ReferenceSite const& site);
[[nodiscard]] ValueError referenced_file_outside(std::string_view path, ReferenceSite const& site);
[[nodiscard]] ValueError referenced_files_form_cycle(std::string_view chain, ReferenceSite const& site);
[[nodiscard]] ValueError referenced_file_too_large(std::string_view path, std::size_t max_bytes,
                                                   ReferenceSite const& site);
[[nodiscard]] ValueError values_inside_text(std::string_view path, ReferenceSite const& site);
[[nodiscard]] ValueError references_too_many_files(std::size_t max_files, ReferenceSite const& site);
[[nodiscard]] ValueError references_too_long(std::size_t max_bytes, ReferenceSite const& site);
[[nodiscard]] ValueError references_too_many_values(std::size_t max_values, ReferenceSite const& site);
[[nodiscard]] ValueError references_too_deep(std::size_t max_levels, ReferenceSite const& site);
/// The content of a referenced file is wrong at `place` of that file.
[[nodiscard]] ValueError referenced_file_not_utf8(Place const& place);
/// The same error, which is about the content of a referenced file, with the site of the reference behind the message.
[[nodiscard]] ValueError referred_to(ValueError const& error, ReferenceSite const& site);

}  // namespace prompty::errors
