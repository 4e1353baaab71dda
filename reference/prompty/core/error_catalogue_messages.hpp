#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"

/// The errors of inputs and messages: everything on the way from an agent to its messages.
namespace prompty::errors {

// Inputs
[[nodiscard]] ValueError inputs_not_a_mapping(Json const& found);
/// `names` holds at least one.
[[nodiscard]] ValueError required_inputs_missing(std::vector<std::string> const& names);
[[nodiscard]] ValueError thread_input_wrong(std::string_view input, Json const& found);
[[nodiscard]] ValueError media_input_wrong(std::string_view input, std::string_view kind, Json const& found);
[[nodiscard]] ValueError media_input_of_other_kind(std::string_view input, std::string_view kind,
                                                   std::string_view found);

// Messages
[[nodiscard]] ValueError marker_nonce_mismatch(std::string_view role, std::size_t line);
/// What carries a tag of the template is no marker.
[[nodiscard]] ValueError marker_not_kept(std::size_t line);
/// A marker of the template has lost an attribute or got another one.
[[nodiscard]] ValueError marker_attributes_changed(std::string_view role, std::size_t line);
[[nodiscard]] ValueError marker_attribute_reserved(std::string_view key, std::size_t line);

// Files that the command line names
[[nodiscard]] FileNotFoundError named_file_not_found(std::string_view path);
[[nodiscard]] RuntimeError named_file_unreadable(std::string_view path, std::string_view reason);
/// `kind` is "a device" or the like; "" for a file that has become another one meanwhile.
[[nodiscard]] RuntimeError named_file_of_wrong_kind(std::string_view path, std::string_view kind);
[[nodiscard]] ValueError named_file_too_large(std::string_view path, std::size_t most_bytes);
[[nodiscard]] ValueError environment_file_malformed(Place const& place, std::string_view reason);

}  // namespace prompty::errors
