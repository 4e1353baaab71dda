#include "mock-provider/check/request_frame.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "mock-provider/values/encoding.hpp"
#include "mock-provider/values/multipart.hpp"

namespace mock_provider::request_headers {
namespace {

bool has_text(Headers const& headers, std::string_view name) {
  std::string const* const value = header_named(headers, name);
  return value != nullptr && !value->empty();
}

}  // namespace

bool has_bearer_key(Headers const& headers) {
  std::string const* const authorization = header_named(headers, "authorization");
  constexpr std::string_view scheme = "bearer ";
  return authorization != nullptr && authorization->size() > scheme.size() &&
         lower_ascii(authorization->substr(0, scheme.size())) == scheme;
}

std::string content_type(Headers const& headers) {
  std::string const* const type = header_named(headers, "content-type");
  return type == nullptr ? "" : *type;
}

bool says_json(Headers const& headers) {
  std::string const* const type = header_named(headers, "content-type");
  if (type == nullptr) return false;
  std::string const media = lower_ascii(type->substr(0, type->find(';')));
  return media.substr(0, media.find_last_not_of(" \t") + 1) == "application/json";
}

bool has_openai_key(Headers const& headers) {
  return has_text(headers, "api-key") || has_bearer_key(headers);
}

bool has_anthropic_key(Headers const& headers) {
  return has_text(headers, "x-api-key") || has_bearer_key(headers);
}

}  // namespace mock_provider::request_headers

namespace mock_provider::request_frame {

bool check(std::string const& api, Headers const& headers, Json const& body, std::span<std::string_view const> required,
           FindingList& findings) {
  if (!request_headers::has_openai_key(headers)) {
    findings.add(api + ".auth.present", "", "no key: send \"Authorization: Bearer KEY\" or \"api-key: KEY\"");
  }
  if (!request_headers::says_json(headers)) {
    findings.add(api + ".content-type", "", "send \"content-type: application/json\"");
  }
  if (!body.is_object()) {
    findings.add(api + ".body.json", "", "the body must be a JSON object");
    return false;
  }
  for (std::string_view const name : required) {
    if (member(body, name) != nullptr) continue;
    findings.add(api + ".field.required", json_text::child("", name), fmt::format("\"{}\" is missing", name));
  }
  return true;
}

Json body_of(Request const& request) {
  std::string const type = request_headers::content_type(request.headers);
  if (multipart::is_form(type)) {
    std::variant<Json, std::string> form = multipart::parse(request.body, type);
    Json* const value = std::get_if<Json>(&form);
    return value == nullptr ? Json() : std::move(*value);
  }
  std::variant<Json, json_text::Problem> parsed = json_text::parse(request.body);
  Json* const value = std::get_if<Json>(&parsed);
  return value == nullptr ? Json() : std::move(*value);
}

}  // namespace mock_provider::request_frame
