#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "prompty/core/error.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/place.hpp"

/// Every error that the library raises: one function per condition, so that kind, wording and clause live in one place.
namespace prompty::errors {

// Files and frontmatter
[[nodiscard]] FileNotFoundError file_not_found(std::string_view path);
[[nodiscard]] RuntimeError file_unreadable(std::string_view path, std::string_view reason);
[[nodiscard]] ValueError file_too_large(std::string_view path, std::size_t most_bytes);
[[nodiscard]] ValueError file_not_utf8(Place const& place);
[[nodiscard]] ValueError frontmatter_not_closed(std::string_view opener, std::size_t line);
[[nodiscard]] ValueError nothing_after_frontmatter(std::size_t line);
[[nodiscard]] ValueError invalid_yaml(std::string_view subject, Place const& place, std::string_view reason);
[[nodiscard]] ValueError frontmatter_not_a_mapping(Place const& place, Json const& found);

// Properties of an agent, a message or a part
[[nodiscard]] ValueError wrong_type(std::string_view property_path, std::string_view expected, Json const& found);
[[nodiscard]] ValueError wrong_text_from_reference(std::string_view property_path, std::string_view expected);
[[nodiscard]] ValueError property_missing(std::string_view property_path, std::string_view what_it_is);
[[nodiscard]] ValueError duplicate_name(std::string_view property_path, std::string_view name);
[[nodiscard]] ValueError value_not_allowed(std::string_view property_path, std::string_view found,
                                           std::string_view allowed);
[[nodiscard]] ValueError unknown_part_kind(std::string_view property_path, std::string_view kind);

/// The same error with its place before the message.
[[nodiscard]] ValueError placed(ValueError const& error, Place const& place);

// Wire
[[nodiscard]] ValueError property_kind_has_no_type(std::string_view name, std::string_view kind);
[[nodiscard]] ValueError required_thread_has_no_type(std::string_view name);
[[nodiscard]] NotImplementedError tool_kind_not_offered(std::string_view tool, std::string_view kind);
[[nodiscard]] ValueError function_offered_twice(std::string_view function, std::string_view tool);
[[nodiscard]] ValueError child_prompt_without_path(std::string_view tool);
[[nodiscard]] ValueError child_prompt_outside(std::string_view tool, std::string_view path);
[[nodiscard]] ValueError not_an_audio_type(std::string_view media_type);
[[nodiscard]] ValueError unsupported_api_type(std::string_view api_type);

// Connections and transport
[[nodiscard]] ValueError connection_missing();
[[nodiscard]] ValueError connection_field_missing(std::string_view kind, std::string_view field);
[[nodiscard]] ValueError unknown_connection_kind(std::string_view kind);
[[nodiscard]] ValueError invalid_url(std::string_view url, std::string_view reason);
[[nodiscard]] ValueError invalid_header(std::string_view name);
[[nodiscard]] ConnectionError no_answer(std::string_view url, std::string_view cause);
[[nodiscard]] ExecuteError provider_refused(std::string_view url, int status, std::string_view message,
                                            std::string_view request_id);
[[nodiscard]] ValueError answer_not_json(std::string_view url, int status);
[[nodiscard]] NotImplementedError requests_not_shown(std::string_view provider);

// Processing
[[nodiscard]] ValueError unexpected_response(std::string_view reason);
[[nodiscard]] ValueError empty_embedding_response();
[[nodiscard]] ValueError empty_image_response();
[[nodiscard]] ValueError response_failed(std::string_view message);

// Registries and pipeline
[[nodiscard]] InvokerError not_registered(std::string_view component, std::string_view key);
[[nodiscard]] InvokerError provider_not_set(std::string_view component);
[[nodiscard]] RuntimeError no_randomness(int system_error);

}  // namespace prompty::errors
