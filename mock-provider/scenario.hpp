#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mock-provider/closed_object.hpp"
#include "mock-provider/json_text.hpp"

namespace mock_provider {

/// Which requests a step takes. Each part is an expectation of the matching language; a part that is not set holds for
/// every request.
struct RequestMatcher {
  std::optional<Json> method;
  std::optional<Json> path;                           ///< without the scenario's prefix, e.g. "/v1/chat/completions"
  std::optional<Json> query;                          ///< the raw text after "?", "" without one
  std::optional<Json> body;                           ///< the JSON of the body
  std::vector<std::pair<std::string, Json>> headers;  ///< only the named headers are looked at

  bool operator==(RequestMatcher const&) const = default;
};

struct ToolCall {
  std::optional<std::string> id;
  std::string name;
  std::string arguments;  ///< JSON text, as it goes over the wire

  bool operator==(ToolCall const&) const = default;
};

struct Usage {
  std::int64_t prompt_tokens = 0;
  std::int64_t completion_tokens = 0;

  bool operator==(Usage const&) const = default;
};

/// The short form: what the model says, from which the provider's body is made.
struct Completion {
  std::optional<std::string> text;
  std::optional<std::string> refusal;
  std::optional<std::string> reasoning;
  std::vector<ToolCall> tool_calls;
  std::optional<std::string> finish_reason;
  std::optional<Usage> usage;

  bool operator==(Completion const&) const = default;
};

/// A whole body, sent as it is.
struct WholeBody {
  Json body;
  int status = 200;

  bool operator==(WholeBody const&) const = default;
};

/// A whole event stream: one event with each of these as data, then `[DONE]`.
struct EventStream {
  std::vector<Json> chunks;

  bool operator==(EventStream const&) const = default;
};

/// An error of the provider; what is not set is what the provider says for that status.
struct ProviderError {
  int status = 500;
  std::optional<std::string> type;
  std::optional<std::string> code;
  std::optional<std::string> param;
  std::optional<std::string> message;
  std::optional<std::chrono::milliseconds> retry_after;

  bool operator==(ProviderError const&) const = default;
};

/// The whole answer is announced, then the connection ends after so many bytes of the body.
struct CutBody {
  std::size_t after_bytes = 0;
  bool operator==(CutBody const&) const = default;
};
/// A well-formed HTTP answer whose JSON ends too early.
struct TruncatedJson {
  std::optional<std::size_t> keep_bytes;  ///< half of the body when not set
  bool operator==(TruncatedJson const&) const = default;
};
/// What a proxy in front of the provider sends.
struct HtmlPage {
  int status = 502;
  bool operator==(HtmlPage const&) const = default;
};
/// The right body under a wrong content type.
struct WrongContentType {
  std::string content_type = "text/plain";
  bool operator==(WrongContentType const&) const = default;
};

using Fault = std::variant<CutBody, TruncatedJson, HtmlPage, WrongContentType>;

struct Response {
  std::variant<Completion, WholeBody, EventStream, ProviderError, Fault> content;
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::milliseconds delay{0};

  bool operator==(Response const&) const = default;
};

struct Step {
  std::optional<RequestMatcher> match;  ///< without one the step takes any request to a model
  Response respond;
  std::optional<std::uint64_t> plays = 1;  ///< nothing: as often as asked

  bool operator==(Step const&) const = default;
};

struct Scenario {
  std::optional<std::string> name;
  std::uint64_t seed = 0;
  std::vector<Step> steps;

  bool operator==(Scenario const&) const = default;
};

}  // namespace mock_provider

namespace mock_provider::scenario {

/// Typed form of a scenario as scenario.schema.json describes it. Throws ScenarioError for the first thing wrong with
/// it.
[[nodiscard]] Scenario decode(Json const& value);

/// Whether a name may stand in a URL as the prefix of a scenario: 1 to 128 of letters, digits, ".", "_", "-", and not
/// one that a route of the provider or of the mock starts with.
[[nodiscard]] bool is_name(std::string_view name);

/// The name under which requests without a prefix are played.
constexpr std::string_view default_name = "default";

}  // namespace mock_provider::scenario
