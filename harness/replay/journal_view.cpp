#include "harness/replay/journal_view.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace conformance {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return text;
}

std::string relative_path(std::string const& path) {
  // Anthropic's endpoints come without the version.
  if (path == "/v1/messages") return path;
  return path.starts_with("/v1/") ? path.substr(3) : path;
}

bool is_credential_header(std::string const& name) {
  return name == "authorization" || name == "api-key" || name == "x-api-key";
}

std::string masked(std::string const& value) {
  constexpr std::size_t shown = 4;
  return value.size() <= shown ? "****" : "****" + value.substr(value.size() - shown);
}

}  // namespace

std::vector<HttpExchange> exchanges_of(std::vector<mock_provider::JournalEntry> const& entries) {
  std::vector<HttpExchange> exchanges;
  for (mock_provider::JournalEntry const& entry : entries) {
    HttpExchange exchange{.method = entry.method,
                          .path = relative_path(entry.path),
                          .headers = Json::object(),
                          .body = entry.body,
                          .status = entry.status,
                          .findings = {}};
    for (auto const& [name, value] : entry.headers) {
      std::string const lower = lower_case(name);
      exchange.headers[lower] = is_credential_header(lower) ? masked(value) : value;
    }
    for (mock_provider::Finding const& finding : entry.findings) {
      exchange.findings.push_back({.rule = finding.rule, .pointer = finding.pointer, .message = finding.message});
    }
    exchanges.push_back(std::move(exchange));
  }
  return exchanges;
}

Json as_request(mock_provider::JournalEntry const& entry) {
  Json headers = Json::object();
  for (auto const& [name, value] : entry.headers) headers[lower_case(name)] = value;
  Json body = Json::parse(entry.body, nullptr, false);
  if (body.is_discarded()) body = entry.body;
  return {{"method", entry.method},
          {"path", relative_path(entry.path)},
          {"headers", std::move(headers)},
          {"body", std::move(body)}};
}

std::string misplaced_credential(mock_provider::JournalEntry const& entry, std::string const& credential,
                                 KeyHeader header) {
  if (entry.path.find(credential) != std::string::npos || entry.query.find(credential) != std::string::npos)
    return "the API key stands in the URL";
  if (entry.body.find(credential) != std::string::npos) return "the API key stands in the body";
  bool sent = false;
  for (auto const& [name, value] : entry.headers) {
    if (value.find(credential) == std::string::npos) continue;
    std::string const lower = lower_case(name);
    bool const is_own_header = header == KeyHeader::x_api_key && lower == "x-api-key";
    if (lower != "authorization" && !is_own_header) return fmt::format("the API key stands in the header {}", name);
    if (is_own_header && value != credential) return "the x-api-key header is not the API key alone";
    if (!is_own_header && value != "Bearer " + credential)
      return "the Authorization header is not \"Bearer\", a blank and the API key";
    sent = true;
  }
  if (sent) return "";
  return header == KeyHeader::x_api_key ? "no x-api-key header carries the API key"
                                        : "no Authorization header carries the API key";
}

}  // namespace conformance
