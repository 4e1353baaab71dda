#include "harness/replay/journal_view.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "harness/matching/bounded_json.hpp"

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

/// Official SDKs ask for vectors in base64 whatever their caller says, and decode them: that is how they carry numbers,
/// and no member of the request that 000 §7.2 builds.
bool is_asked_by_an_sdk(mock_provider::JournalEntry const& entry, Json const& body) {
  return entry.path.ends_with("/embeddings") && body.is_object() && body.value("encoding_format", Json()) == "base64";
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
  Json body = bounded_json(entry.body);
  if (body.is_discarded()) body = entry.body;
  if (is_asked_by_an_sdk(entry, body)) body.erase("encoding_format");
  std::string const query = entry.query.empty() ? "" : "?" + entry.query;
  return {{"method", entry.method},
          {"path", relative_path(entry.path) + query},
          {"headers", std::move(headers)},
          {"body", std::move(body)}};
}

Judgement judge_requests(Json const& expected, std::vector<mock_provider::JournalEntry> const& entries) {
  Json seen = Json::array();
  for (mock_provider::JournalEntry const& entry : entries) seen.push_back(as_request(entry));
  Json named = Json::array();
  for (Json const& request : expected) named.push_back({{"$subset", request}});
  std::vector<Difference> found = differences(named, seen);
  if (found.empty()) return {};
  for (Difference& difference : found) difference.pointer.insert(0, "/requests");
  return {.status = Status::fail,
          .detail = "the requests that the mock provider saw differ",
          .differences = std::move(found),
          .reading = ""};
}

namespace {

/// The header of its own in which a provider wants its key; "" for one that takes a bearer token only.
std::string own_header_of(KeyHeader header) {
  switch (header) {
    case KeyHeader::authorization:
      return "";
    case KeyHeader::api_key:
      return "api-key";
    case KeyHeader::x_api_key:
      return "x-api-key";
  }
  return "";
}

}  // namespace

std::string misplaced_credential(mock_provider::JournalEntry const& entry, std::string const& credential,
                                 KeyHeader header) {
  if (entry.path.find(credential) != std::string::npos || entry.query.find(credential) != std::string::npos)
    return "the API key stands in the URL";
  if (entry.body.find(credential) != std::string::npos) return "the API key stands in the body";
  std::string const own_header = own_header_of(header);
  bool sent = false;
  for (auto const& [name, value] : entry.headers) {
    if (value.find(credential) == std::string::npos) continue;
    // which of the headers that carry keys is left to the library that sends the request.
    std::string const lower = lower_case(name);
    bool const is_bearer = lower == "authorization";
    if (!is_credential_header(lower)) return fmt::format("the API key stands in the header {}", name);
    if (!is_bearer && value != credential) return fmt::format("the {} header is not the API key alone", lower);
    if (is_bearer && value != "Bearer " + credential)
      return "the Authorization header is not \"Bearer\", a blank and the API key";
    sent = true;
  }
  if (sent) return "";
  return fmt::format("no {} header carries the API key", own_header.empty() ? "Authorization" : own_header);
}

}  // namespace conformance
