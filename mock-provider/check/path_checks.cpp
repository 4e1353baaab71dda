#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "mock-provider/check/other_checks.hpp"
#include "mock-provider/check/request_headers.hpp"

// What is demanded of requests apart from their bodies.
namespace mock_provider::request_check {
namespace path_checks {
namespace {

/// "2024-10-21" or "2025-04-01-preview", or one of two words that stand for a date.
bool is_api_version(std::string const& text) {
  if (text == "preview" || text == "latest") return true;
  constexpr std::string_view pattern = "0000-00-00";
  if (text.size() < pattern.size()) return false;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    bool const fits = pattern[at] == '-' ? text[at] == '-' : std::isdigit(static_cast<unsigned char>(text[at])) != 0;
    if (!fits) return false;
  }
  std::string const rest = text.substr(pattern.size());
  return rest.empty() || rest == "-preview";
}

}  // namespace
}  // namespace path_checks

std::vector<Finding> check_listing(Headers const& headers) {
  FindingList findings;
  if (!request_headers::has_openai_key(headers)) {
    findings.add("models.auth.present", "", "no key: send \"Authorization: Bearer KEY\" or \"api-key: KEY\"");
  }
  return findings.take();
}

std::vector<Finding> check_deployment(Route const& route) {
  FindingList findings;
  if (route.deployment.empty()) return findings.take();
  std::optional<std::string> const version = query_value(route.query, "api-version");
  if (!version || !path_checks::is_api_version(*version)) {
    findings.add("azure.api-version", "",
                 "a path that names a deployment ends with \"?api-version=2024-10-21\" or another date");
  }
  return findings.take();
}

}  // namespace mock_provider::request_check
