#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mock-provider/values/json_text.hpp"

namespace mock_provider::multipart {

/// Whether a content type is multipart/form-data.
[[nodiscard]] bool is_form(std::string_view content_type);

/// A field of a form.
struct Part {
  std::string name;
  std::optional<std::string> filename;  ///< of a file
  std::string content_type;             ///< "" when it says none
  std::string_view content;             ///< in the body of the form
};

/// The fields of a form (RFC 7578) in order, or a sentence that says what is wrong with a body that is malformed or has
/// more than 1,000.
[[nodiscard]] std::variant<std::vector<Part>, std::string> parts(std::string_view body, std::string_view content_type);

/// The same as an object: a text as a string, a file as an object of `filename`, `contentType` and `bytes`, their
/// number; what comes several times, or is named "name[]", as a list.
[[nodiscard]] std::variant<Json, std::string> parse(std::string_view body, std::string_view content_type);

}  // namespace mock_provider::multipart
