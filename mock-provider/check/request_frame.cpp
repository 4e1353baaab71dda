#include "mock-provider/check/request_frame.hpp"

#include <fmt/core.h>

#include "mock-provider/check/request_headers.hpp"

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

}  // namespace mock_provider::request_frame
