#include "prompty/provider/provider_error.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "prompty/core/json_text.hpp"

namespace prompty {
namespace provider_error {
namespace {

constexpr std::size_t longest_excerpt = 300;

std::optional<std::string> text_at(Json const& body, char const* pointer) {
  Json::json_pointer const place(pointer);
  if (!body.is_object() || !body.contains(place) || !body[place].is_string()) return std::nullopt;
  return body[place].get<std::string>();
}

std::string excerpt(std::string const& body) {
  if (body.find_first_not_of(" \t\r\n") == std::string::npos) return "no explanation";
  return body.size() <= longest_excerpt ? body : fmt::format("{} ...", body.substr(0, longest_excerpt));
}

}  // namespace
}  // namespace provider_error

std::string error_text(HttpResponse const& response) {
  std::optional<Json> const body = json_text::parse(response.body);
  if (body) {
    for (char const* const pointer : {"/error/message", "/error", "/message"}) {
      if (std::optional<std::string> const text = provider_error::text_at(*body, pointer)) return *text;
    }
  }
  return provider_error::excerpt(response.body);
}

}  // namespace prompty
