#include "mock-provider/check/request_check.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "mock-provider/check/chat_members.hpp"
#include "mock-provider/check/chat_messages.hpp"
#include "mock-provider/check/model_rules.hpp"
#include "mock-provider/check/request_frame.hpp"
#include "mock-provider/check/schema_rules.hpp"

namespace mock_provider::request_check {
namespace {

constexpr std::string_view about_keys = ".auth.present";

}  // namespace

std::vector<Finding> admitted(std::vector<Finding> findings, Player const* player) {
  if (player == nullptr || player->scenario().admission == Admission::with_key) return findings;
  std::erase_if(findings, [](Finding const& finding) { return finding.rule.ends_with(about_keys); });
  return findings;
}

namespace {

bool is_index(std::string_view segment) {
  return !segment.empty() && std::all_of(segment.begin(), segment.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string unescaped(std::string_view segment) {
  std::string result;
  for (std::size_t at = 0; at < segment.size(); ++at) {
    bool const escape = segment[at] == '~' && at + 1 < segment.size();
    result += escape ? (segment[at + 1] == '1' ? '/' : '~') : segment[at];
    if (escape) ++at;
  }
  return result;
}

}  // namespace

std::vector<Finding> check_chat(Headers const& headers, Json const& body) {
  FindingList findings;
  if (!request_headers::has_openai_key(headers)) {
    findings.add("chat.auth.present", "", "no key: send \"Authorization: Bearer KEY\" or \"api-key: KEY\"");
  }
  if (!request_headers::says_json(headers))
    findings.add("chat.content-type", "", "send \"content-type: application/json\"");
  if (!body.is_object()) {
    findings.add("chat.body.json", "", "the body must be a JSON object");
    return findings.take();
  }
  field_rules::check(body, findings);
  model_rules::check_chat(body, findings);
  if (Json const* const messages = member(body, "messages")) message_rules::check(*messages, findings);
  tool_rules::check(body, findings);
  response_format_rules::check(body, findings);
  return findings.take();
}

std::string param_of(std::string const& pointer) {
  std::string result;
  std::size_t start = 1;
  while (start <= pointer.size() && !pointer.empty()) {
    std::size_t const end = std::min(pointer.find('/', start), pointer.size());
    std::string const segment = unescaped(std::string_view(pointer).substr(start, end - start));
    if (is_index(segment) && !result.empty()) {
      result += '[' + segment + ']';
    } else {
      result += (result.empty() ? "" : ".") + segment;
    }
    start = end + 1;
  }
  return result;
}

}  // namespace mock_provider::request_check
