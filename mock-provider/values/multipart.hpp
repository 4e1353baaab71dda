#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <variant>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider::multipart {

/// Whether a content type is multipart/form-data.
[[nodiscard]] bool is_form(std::string_view content_type);

/// The fields of a form (RFC 7578) as an object: a text as a string, a file as an object of `filename`, `contentType`
/// and `bytes`, their number; what comes several times, or is named "name[]", as a list. A sentence that says what is
/// wrong with a body that is no such form, or has more than 1,000 parts.
[[nodiscard]] std::variant<Json, std::string> parse(std::string_view body, std::string_view content_type);

}  // namespace mock_provider::multipart
