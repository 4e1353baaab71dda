#include "mock-provider/recording/recorded_step.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "mock-provider/scenario/masking.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::recorded_step {
namespace {

/// Shorter ones may be part of any word.
constexpr std::size_t least_secret = 8;
/// Each is looked for in all of the answer.
constexpr std::size_t most_secrets = 1'000;
constexpr std::string_view mask = "********";

/// Whether a member of that name holds a secret. "token" does not: the probabilities of tokens have such members.
bool is_secret_member(std::string_view name) {
  constexpr std::array<std::string_view, 14> names{
      "authorization", "proxy-authorization", "api_key",    "apikey",   "api-key", "x-api-key",   "access_token",
      "refresh_token", "client_secret",       "secret_key", "password", "secret",  "private_key", "cookie"};
  return std::find(names.begin(), names.end(), lower_ascii(name)) != names.end();
}

class Secrets {
 public:
  void add(std::string_view text) {
    for (std::string_view const scheme : {"bearer ", "basic "}) {
      if (lower_ascii(text.substr(0, scheme.size())) != scheme) continue;
      text.remove_prefix(scheme.size());
      if (scheme == "basic ") add_password(text);
    }
    keep(std::string(text));
    // As some encoders of JSON write it.
    std::string escaped;
    for (char const character : text) escaped.append(character == '/' ? "\\/" : std::string(1, character));
    if (escaped.size() > text.size()) keep(std::move(escaped));
  }
  /// Each by itself: an answer may repeat one of them.
  void add_cookies(std::string_view cookies) {
    while (!cookies.empty()) {
      std::string_view const pair = cookies.substr(0, cookies.find(';'));
      cookies.remove_prefix(std::min(pair.size() + 1, cookies.size()));
      std::size_t const equals = pair.find('=');
      if (equals != std::string_view::npos) add(pair.substr(equals + 1));
    }
  }
  void add_strings(Json const& value) {
    if (value.is_string()) return add(value.get_ref<std::string const&>());
    for (Json const& part : value) {
      if (value.is_structured()) add_strings(part);
    }
  }
  void add_members(Json const& value) {
    if (!value.is_structured()) return;
    for (auto const& [name, part] : value.items()) {
      if (value.is_object() && is_secret_member(name)) {
        add_strings(part);
      } else {
        add_members(part);
      }
    }
  }
  [[nodiscard]] bool are_too_many() const { return texts_.size() > most_secrets; }
  [[nodiscard]] bool are_in(std::string_view text) const {
    return std::any_of(texts_.begin(), texts_.end(),
                       [&](std::string const& secret) { return text.find(secret) != std::string_view::npos; });
  }
  [[nodiscard]] bool are_below(Json const& value) const { return are_in(json_text::dump(value)); }
  [[nodiscard]] std::string masked(std::string text) const {
    for (std::string const& secret : texts_) {
      for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + mask.size())) {
        text.replace(at, secret.size(), mask);
      }
    }
    return text;
  }

 private:
  std::vector<std::string> texts_;  ///< the longest first, so that none is masked in part

  void keep(std::string text) {
    bool const is_known = std::find(texts_.begin(), texts_.end(), text) != texts_.end();
    if (text.size() < least_secret || is_known || are_too_many()) return;
    auto const shorter =
        std::find_if(texts_.begin(), texts_.end(), [&](std::string const& kept) { return kept.size() < text.size(); });
    texts_.insert(shorter, std::move(text));
  }
  /// Of "USER:PASSWORD" in base64.
  void add_password(std::string_view credentials) {
    std::string const both = base64::decoded(credentials).value_or("");
    std::size_t const colon = both.find(':');
    if (colon != std::string::npos) keep(both.substr(colon + 1));
  }
};

/// The data of the events, which carry secrets as whole answers do.
void add_members_of_events(Secrets& secrets, std::vector<std::string> const& frames) {
  constexpr std::string_view field = "data:";
  for (std::string const& frame : frames) {
    std::size_t const data = frame.find(field);
    if (data != std::string::npos) secrets.add_members(json_text::value_or_null(frame.substr(data + field.size())));
  }
}

Secrets secrets_of(Request const& request, Route const& route, Json const& body, Answer const& answer) {
  Secrets secrets;
  for (auto const& [name, value] : request.headers) {
    if (shown_header(name, value) != value) secrets.add(value);
    if (same_header_name(name, "cookie")) secrets.add_cookies(value);
  }
  // A value that is shown differs from the one that came.
  std::string_view query = route.query;
  while (!query.empty()) {
    std::string_view const pair = query.substr(0, query.find('&'));
    if (shown_query(pair) != pair) {
      std::string_view const value = pair.substr(pair.find('=') + 1);
      secrets.add(value);
      secrets.add(percent_decoded(value));
    }
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
  }
  secrets.add_members(body);
  secrets.add_members(json_text::value_or_null(answer.body));
  if (answer.events) add_members_of_events(secrets, answer.events->frames);
  return secrets;
}

bool has_matcher(Json const& object) {
  for (auto const& part : object.items()) {
    if (part.key().starts_with('$')) return true;
  }
  return false;
}

/// What takes this value and, where secrets are in it, others of its kind.
Json expectation(Json const& value, Secrets const& secrets) {
  if (value.is_string()) {
    return secrets.are_in(value.get_ref<std::string const&>()) ? Json{{"$type", "string"}} : value;
  }
  if (value.is_array()) {
    Json result = Json::array();
    for (Json const& element : value) result.push_back(expectation(element, secrets));
    return result;
  }
  if (!value.is_object()) return value;
  if (has_matcher(value)) return secrets.are_below(value) ? Json{{"$type", "object"}} : Json{{"$literal", value}};
  Json result = Json::object();
  // Members of an object are looked for one by one, which takes quadratic time for a wide one.
  Json::object_t::Container& members = result.get_ref<Json::object_t&>();
  for (auto const& [name, part] : value.items()) {
    bool const is_secret = is_secret_member(name) && part.is_string();
    members.emplace_back(name, is_secret ? Json{{"$type", "string"}} : expectation(part, secrets));
  }
  return result;
}

Json match_of(Request const& request, Route const& route, Json const& body, Secrets const& secrets) {
  Json match{{"method", request.method}, {"path", secrets.masked(route.path)}};
  bool const is_shown = shown_query(route.query) == route.query && !secrets.are_in(route.query);
  if (!route.query.empty() && is_shown) match["query"] = route.query;
  if (!body.is_null()) match["body"] = expectation(body, secrets);
  return match;
}

Json raw_of(Answer const& answer, Secrets const& secrets) {
  Json raw{{"status", answer.status}, {"contentType", answer.content_type}};
  if (!answer.events) {
    bool const is_text = json_text::is_utf8(answer.body);
    std::string const masked = secrets.masked(answer.body);
    raw[is_text ? "text" : "base64"] = is_text ? masked : base64::encoded(masked);
    return raw;
  }
  Json events = Json::array();
  for (std::string const& frame : answer.events->frames) events.push_back(secrets.masked(frame));
  raw["events"] = std::move(events);
  return raw;
}

bool is_kept(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{"retry-after",    "retry-after-ms",      "x-should-retry",
                                                  "x-request-id",   "request-id",          "location",
                                                  "openai-version", "openai-processing-ms"};
  std::string const lowered = lower_ascii(name);
  return std::find(names.begin(), names.end(), lowered) != names.end() || lowered.starts_with("x-ratelimit-") ||
         lowered.starts_with("anthropic-ratelimit-");
}

/// Each event with the empty line after it, and what comes after the last.
std::vector<std::string> events_of(std::string_view body) {
  std::vector<std::string> events;
  std::size_t begin = 0;
  for (std::size_t at = body.find('\n'); at != std::string_view::npos; at = body.find('\n', at + 1)) {
    bool const is_empty_line = body.substr(at).starts_with("\n\n");
    bool const is_empty_crlf_line = at > begin && body.substr(at - 1).starts_with("\r\n\r\n");
    if (!is_empty_line && !is_empty_crlf_line) continue;
    at += is_empty_line ? 1 : 2;
    events.emplace_back(body.substr(begin, at + 1 - begin));
    begin = at + 1;
  }
  if (begin < body.size()) events.emplace_back(body.substr(begin));
  return events;
}

/// Whether a scenario may have it as the value of a header.
bool is_header_value(std::string_view value) {
  return value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

}  // namespace

Answer passed_on(UpstreamAnswer const& upstream) {
  Answer answer;
  answer.status = upstream.status;
  std::string const* const type = header_named(upstream.headers, "content-type");
  answer.content_type = type == nullptr || !is_header_value(*type) ? "application/octet-stream" : *type;
  for (auto const& header : upstream.headers) {
    bool const is_first = header_named(answer.headers, header.first) == nullptr;
    if (is_kept(header.first) && is_first && is_header_value(header.second)) answer.headers.push_back(header);
  }
  bool const is_stream =
      lower_ascii(answer.content_type).starts_with("text/event-stream") && json_text::is_utf8(upstream.body);
  if (is_stream) {
    answer.events = EventFrames{.frames = events_of(upstream.body)};
  } else {
    answer.body = upstream.body;
  }
  return answer;
}

std::optional<Json> of(Request const& request, Route const& route, Answer const& passed_on) {
  Json const body = json_text::value_or_null(request.body);
  Secrets const secrets = secrets_of(request, route, body, passed_on);
  if (secrets.are_too_many()) return std::nullopt;
  Json respond{{"raw", raw_of(passed_on, secrets)}};
  for (auto const& [name, value] : passed_on.headers) respond["headers"][name] = secrets.masked(value);
  return Json{{"match", match_of(request, route, body, secrets)}, {"respond", std::move(respond)}};
}

}  // namespace mock_provider::recorded_step
