#include "mock-provider/check/messages_check.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/check/messages_members.hpp"
#include "mock-provider/check/messages_tools.hpp"
#include "mock-provider/check/messages_turns.hpp"
#include "mock-provider/check/request_headers.hpp"

namespace mock_provider::messages_check {
namespace {

/// The versions that the provider has published, in their order.
constexpr std::array<std::string_view, 3> versions{"2023-01-01", "2023-06-01", "2026-10-21"};

bool is_version(std::string const* text) {
  return text != nullptr && std::find(versions.begin(), versions.end(), *text) != versions.end();
}

void check_version(Headers const& headers, Json const& body, FindingList& findings) {
  std::string const* const version = header_named(headers, "anthropic-version");
  if (!is_version(version)) {
    return findings.add("messages.version", "", "send \"anthropic-version: 2023-06-01\"");
  }
  // Dates of this form are in the order of their letters.
  if (*version <= "2023-06-01") return;
  for (std::string_view const name : {"temperature", "top_p", "top_k"}) {
    if (member(body, name) == nullptr) continue;
    findings.add("messages.field.sampling", json_text::child("", name),
                 "is not taken by this version; send \"anthropic-version: 2023-06-01\" or leave it out");
  }
}

}  // namespace

std::vector<Finding> check(Headers const& headers, Json const& body) {
  FindingList findings;
  if (!request_headers::has_anthropic_key(headers)) {
    findings.add("messages.auth.present", "", "no key: send \"x-api-key: KEY\" or \"Authorization: Bearer KEY\"");
  }
  if (!request_headers::says_json(headers)) {
    findings.add("messages.content-type", "", "send \"content-type: application/json\"");
  }
  check_version(headers, body, findings);
  if (!body.is_object()) {
    findings.add("messages.body.json", "", "the body must be a JSON object");
    return findings.take();
  }
  messages_members::check(body, findings);
  if (Json const* const messages = member(body, "messages")) messages_turns::check(*messages, findings);
  messages_tools::check(body, findings);
  return findings.take();
}

std::vector<Finding> check_listing(Headers const& headers) {
  FindingList findings;
  if (!request_headers::has_anthropic_key(headers)) {
    findings.add("models.auth.present", "", "no key: send \"x-api-key: KEY\" or \"Authorization: Bearer KEY\"");
  }
  std::string const* const version = header_named(headers, "anthropic-version");
  if (!is_version(version)) {
    findings.add("models.version", "", "send \"anthropic-version: 2023-06-01\"");
  }
  return findings.take();
}

}  // namespace mock_provider::messages_check
