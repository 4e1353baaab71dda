#include "mock-provider/check/messages_check.hpp"

#include <nlohmann/json.hpp>
#include <string>

#include "mock-provider/check/finding_list.hpp"
#include "mock-provider/check/messages_members.hpp"
#include "mock-provider/check/messages_tools.hpp"
#include "mock-provider/check/messages_turns.hpp"
#include "mock-provider/check/request_headers.hpp"

namespace mock_provider::messages_check {
namespace {

bool is_date(std::string const& text) {
  constexpr std::string_view pattern = "0000-00-00";
  if (text.size() != pattern.size()) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    bool const fits = pattern[at] == '-' ? text[at] == '-' : text[at] >= '0' && text[at] <= '9';
    if (!fits) return false;
  }
  return true;
}

void check_version(Headers const& headers, Json const& body, FindingList& findings) {
  std::string const* const version = header_named(headers, "anthropic-version");
  if (version == nullptr || !is_date(*version)) {
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
  if (version == nullptr || !is_date(*version)) {
    findings.add("models.version", "", "send \"anthropic-version: 2023-06-01\"");
  }
  return findings.take();
}

}  // namespace mock_provider::messages_check
