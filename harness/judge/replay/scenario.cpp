#include "harness/judge/replay/scenario.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "harness/judge/subject/readable_text.hpp"
#include "mock-provider/matching/json.hpp"
#include "mock-provider/values/encoding.hpp"

namespace conformance {
namespace {

std::string unused_scenario_name() {
  static std::atomic<unsigned> next{0};
  return fmt::format("s{}", next.fetch_add(1));
}

bool has_anonymous_connection(Vector const& vector) {
  Json::json_pointer const kind("/agent/model/connection/kind");
  return std::any_of(vector.steps.begin(), vector.steps.end(),
                     [&](Step const& step) { return step.given.contains(kind) && step.given[kind] == "anonymous"; });
}

bool is_credential_header(std::string const& name) {
  return name == "authorization" || name == "api-key" || name == "x-api-key";
}

std::string masked_credential(std::string const& value) {
  constexpr std::size_t shown = 4;
  return value.size() <= shown ? "****" : "****" + value.substr(value.size() - shown);
}

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

constexpr std::string_view address_mark = "${MOCK}";

void put_address(Json& value, std::string const& address) {
  if (value.is_string()) {
    auto& text = value.get_ref<std::string&>();
    if (text.find(address_mark) != std::string::npos) text = replaced_all(std::move(text), address_mark, address);
  }
  if (!value.is_structured()) return;
  for (Json& element : value) put_address(element, address);
}

}  // namespace

Scenario::Scenario(mock_provider::Server& mock, Json const& scenario) : mock_(mock), name_(unused_scenario_name()) {
  mock_.put_scenario(name_, scenario);
}

Scenario::~Scenario() {
  mock_.remove_scenario(name_);
  // The journal keeps so many requests, and those of a vector that takes its time must not be displaced.
  mock_.forget_requests(name_);
}

std::string Scenario::base_url() const {
  return mock_.base_url() + "/" + name_;
}

std::string Scenario::with_address(std::string text) const {
  return replaced_all(std::move(text), address_mark, base_url());
}

Json Scenario::with_address(Json value) const {
  put_address(value, base_url());
  return value;
}

void Scenario::see_item() {
  mock_.note_items(name_, ++items_);
}

std::string Scenario::late() const {
  return mock_.late(name_);
}

std::vector<mock_provider::JournalEntry> Scenario::requests() const {
  return mock_.requests(name_);
}

std::optional<Hold> hold_of(Vector const& vector) {
  if (!vector.provider || vector.provider->empty()) return std::nullopt;
  Json const& step = vector.provider->front();
  Json const respond = step.value("respond", Json::object());
  if (!respond.contains("hold")) return std::nullopt;
  std::size_t const chunk = whole_number_at<std::size_t>(respond, "hold");
  return Hold{.chunk = chunk,
              .items = step.contains("afterItems") ? whole_number_at<std::size_t>(step, "afterItems") : chunk};
}

namespace {

/// Whether the mock makes the answer, which it would cut where the request sets a bound; a vector says what is
/// answered.
bool has_short_form(Json const& respond) {
  constexpr std::array<char const*, 5> forms = {"text", "json", "toolCalls", "refusal", "reasoning"};
  return respond.is_object() &&
         std::any_of(forms.begin(), forms.end(), [&](char const* form) { return respond.contains(form); });
}

}  // namespace

Json scenario_of(Vector const& vector, Json const& respond_besides, std::chrono::milliseconds patience) {
  Json scenario{{"steps", vector.provider.value_or(Json::array())},
                {"admits", has_anonymous_connection(vector) ? "anyone" : "with-key"}};
  for (Json& step : scenario["steps"]) {
    if (!step.is_object()) continue;
    step.erase("afterItems");
    if (!step.contains("respond")) continue;
    if (respond_besides.is_object()) step["respond"].update(respond_besides);
    if (has_short_form(step["respond"])) step["respond"].emplace("verbatim", true);
  }
  if (vector.mcp) scenario["mcp"] = *vector.mcp;
  if (std::optional<Hold> const hold = hold_of(vector))
    scenario["letsOut"] = {{"items", hold->items}, {"patienceMs", patience.count()}};
  return scenario;
}

std::vector<HttpExchange> exchanges_of(std::vector<mock_provider::JournalEntry> const& entries) {
  std::vector<HttpExchange> exchanges;
  for (mock_provider::JournalEntry const& entry : entries) {
    HttpExchange exchange{.method = entry.method,
                          .path = mock_provider::relative_path(entry.path),
                          .headers = Json::object(),
                          .body = entry.body,
                          .status = entry.status,
                          .answer_bytes = entry.answer.bytes,
                          .findings = {}};
    for (auto const& [name, value] : entry.headers) {
      std::string const lower = mock_provider::lower_ascii(name);
      exchange.headers[lower] = is_credential_header(lower) ? masked_credential(value) : value;
    }
    for (mock_provider::Finding const& finding : entry.findings) {
      exchange.findings.push_back({.rule = finding.rule, .pointer = finding.pointer, .message = finding.message});
    }
    exchanges.push_back(std::move(exchange));
  }
  return exchanges;
}

Judgement judge_requests(Json const& expected, std::vector<mock_provider::JournalEntry> const& entries) {
  Json seen = Json::array();
  for (mock_provider::JournalEntry const& entry : entries) seen.push_back(mock_provider::plain_request(entry));
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

void add_requests(Judgement& judgement, Json const& expected, std::vector<mock_provider::JournalEntry> const& entries) {
  bool const has_answer = judgement.status == Status::pass || !judgement.differences.empty();
  if (!has_answer) return;
  Judgement requests = judge_requests(expected, entries);
  if (requests.status == Status::pass) return;
  if (judgement.status == Status::pass) {
    judgement = std::move(requests);
    return;
  }
  std::move(requests.differences.begin(), requests.differences.end(), std::back_inserter(judgement.differences));
}

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
    std::string const lower = mock_provider::lower_ascii(name);
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
