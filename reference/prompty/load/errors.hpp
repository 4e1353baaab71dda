#pragma once

#include "prompty/core/errors.hpp"

namespace prompty::errors {

/// The same error with its place before the message.
[[nodiscard]] ValueError placed(ValueError const& error, Place const& place);

// Prompt files
inline constexpr Wording<FileNotFoundError, std::string_view> file_not_found{"Prompty file not found: {}"};
inline constexpr Wording<RuntimeError, std::string_view, std::string_view> file_unreadable{
    "Prompty file cannot be read: {}: {}"};
[[nodiscard]] ValueError file_too_large(std::string_view path, std::size_t max_bytes);
[[nodiscard]] ValueError file_not_utf8(Place const& place);
[[nodiscard]] ValueError frontmatter_not_closed(std::string_view opener, std::size_t line);
[[nodiscard]] ValueError nothing_after_frontmatter(std::size_t line);
[[nodiscard]] ValueError frontmatter_not_a_mapping(Place const& place, Json const& found);

// Environment files
inline constexpr Wording<FileNotFoundError, std::string_view> environment_file_not_found{
    "Environment file not found: {}"};
[[nodiscard]] ValueError environment_file_malformed(Place const& place, std::string_view reason);

// YAML and JSON
[[nodiscard]] ValueError invalid_yaml(std::string_view subject, Place const& place, std::string_view reason);
[[nodiscard]] ValueError invalid_json(Place const& place, std::string_view reason);

// Values
inline constexpr Wording<ValueError, std::string_view, std::string_view> unknown_part_kind{
    "{} must be text, image, audio or file, not '{}'", "P7.1.2-01"};

// References

/// Where a reference stands: the property, and the place of its value in the prompt's file.
struct ReferenceSite {
  std::string property_path;
  Place place;
};

/// "(model.id in a.prompty, line 3, column 7)"
[[nodiscard]] std::string shown(ReferenceSite const& site);

/// As Wording, of what is wrong with a reference: called with what fills the places of both texts, and the site.
template <class Kind, class... Parts>
struct ReferenceWording {
  fmt::format_string<Parts const&...> problem;
  fmt::format_string<Parts const&...> hint = "";
  std::string_view clause = "";

  [[nodiscard]] Kind operator()(Parts const&... parts, ReferenceSite const& site) const {
    std::string const said = fmt::format(problem, parts...);
    return explained<Kind>(fmt::format("{} {}", said, shown(site)),
                           {.property_path = site.property_path,
                            .problem = fmt::format("{} ({})", said, site.property_path),
                            .hint = fmt::format(hint, parts...)},
                           site.place, clause);
  }
};

using AboutName = ReferenceWording<ValueError, std::string_view>;
using AboutLimit = ReferenceWording<ValueError, std::size_t>;

inline constexpr AboutName variable_not_set{"Environment variable '{}' not set",
                                            "set it, or give a default: ${{env:{}:default}}", "P2.11-04"};
inline constexpr AboutName variable_not_utf8{"Environment variable '{}' is not UTF-8", "set it to a text in UTF-8"};
inline constexpr ReferenceWording<FileNotFoundError, std::string_view> referenced_file_not_found{
    "Referenced file not found: {}", "create it, or write its path as seen from the folder of the prompt", "P2.11-15"};
inline constexpr ReferenceWording<RuntimeError, std::string_view, std::string_view> referenced_file_unreadable{
    "Referenced file cannot be read: {}: {}"};
// P12.2-04: people search for these words.
inline constexpr AboutName referenced_file_outside{
    "Referenced file resolves outside allowed roots: {}",
    "move it below the folder of the prompt, or have the loading program allow its folder", "P12.2-04"};
inline constexpr AboutName referenced_files_form_cycle{"Referenced files form a cycle: {}",
                                                       "take one of these references out"};
inline constexpr ReferenceWording<ValueError, std::string_view, std::size_t> referenced_file_too_large{
    "Referenced file is larger than {1} bytes: {0}", "use a smaller one"};
inline constexpr AboutName values_inside_text{
    "Referenced file cannot stand inside a longer text: {}",
    "JSON and YAML files give values; write nothing around the reference, or use a text file"};
inline constexpr AboutLimit references_too_many_files{"References open more than {} files", "use fewer references"};
inline constexpr AboutLimit references_too_long{"References bring in more than {} bytes", "use fewer or smaller ones"};
inline constexpr AboutLimit references_too_many_values{"References bring in more than {} values",
                                                       "use fewer or smaller ones"};
inline constexpr AboutLimit references_too_deep{"References nest values deeper than {} levels", "use flatter ones"};
/// `place` is in the referenced file.
[[nodiscard]] ValueError referenced_file_not_utf8(Place const& place);
/// The same error about the content of a referenced file, without a hint, with the site behind the message.
[[nodiscard]] ValueError referred_to(ValueError const& error, ReferenceSite const& site);

}  // namespace prompty::errors
