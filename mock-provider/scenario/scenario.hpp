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

#include "mock-provider/http/answer.hpp"
#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/mcp_server.hpp"
#include "mock-provider/scenario/text_pattern.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// Which requests a step takes. A part that is not set holds for every request. The first parts are expectations of the
/// matching language, the others are about what the request says to a model.
struct RequestMatcher {
  std::optional<Json> method;
  std::optional<Json> path;   ///< without the scenario's prefix, e.g. "/v1/chat/completions"
  std::optional<Json> query;  ///< the raw text after "?", "" without one
  std::optional<Json> body;   ///< the JSON of the body
  std::vector<std::pair<std::string, std::variant<Json, TextPattern>>> headers;  ///< only those named are looked at
  std::optional<TextPattern> model;
  std::optional<TextPattern> last_user_message;
  std::optional<TextPattern> system_message;
  std::optional<TextPattern> tool_result;     ///< of one of the results since the model spoke last, its text
  std::optional<TextPattern> result_of_tool;  ///< of the same, the name of the tool
  std::optional<TextPattern> offered_tool;    ///< the name of one of the tools
  std::optional<std::size_t> turn;            ///< 1 when the model has not spoken yet

  bool operator==(RequestMatcher const&) const = default;
};

struct ToolCall {
  /// What a tool takes: arguments, or as OpenAI's custom tools any text.
  enum class Kind : std::uint8_t { function, custom };
  std::optional<std::string> id;
  std::string name;
  std::string arguments;  ///< JSON text, as it goes over the wire; of a custom tool its text
  Kind kind = Kind::function;

  bool operator==(ToolCall const&) const = default;
};

struct Usage {
  std::int64_t prompt_tokens = 0;
  std::int64_t completion_tokens = 0;

  bool operator==(Usage const&) const = default;
};

/// What a model of vectors answers, as it is given; without any vector each is derived from its input.
struct Embedding {
  std::vector<std::vector<double>> vectors;  ///< one for each input, from the front again when there are more inputs

  bool operator==(Embedding const&) const = default;
};

/// An image by its address or by its bytes.
struct Image {
  std::optional<std::string> url;
  std::optional<std::string> b64_json;
  std::optional<std::string> revised_prompt;

  bool operator==(Image const&) const = default;
};

/// Where servers of chat completions have what a model thought.
enum class ReasoningForm : std::uint8_t {
  by_model,           ///< as servers of models with such names have it
  reasoning_content,  ///< a text of that name
  reasoning,          ///< the same, of this name
  reasoning_details   ///< `reasoning`, and beside it a list of typed parts
};

/// The short form: what the model says, from which the provider's body is made.
struct Completion {
  /// Whether the bounds that a request sets hold for what is said.
  enum class Bounds : std::uint8_t {
    of_request,  ///< as without a scenario
    none         ///< it is sent verbatim
  };
  std::optional<std::string> text;
  std::optional<std::string> refusal;
  std::optional<std::string> reasoning;
  ReasoningForm reasoning_form = ReasoningForm::by_model;
  std::vector<ToolCall> tool_calls;
  std::optional<std::string> finish_reason;
  std::optional<Usage> usage;
  std::optional<Embedding> embedding;
  std::vector<Image> images;
  std::optional<std::string> stop_sequence;  ///< of the request, before which the text ends
  Bounds bounds = Bounds::of_request;

  bool operator==(Completion const&) const = default;
};

/// A whole body, sent as it is.
struct WholeBody {
  Json body;
  int status = 200;

  bool operator==(WholeBody const&) const = default;
};

/// A whole event stream: one event with each of these as data, framed as the route has it.
struct EventStream {
  std::vector<Json> chunks;

  bool operator==(EventStream const&) const = default;
};

/// The bytes of an answer, sent as they are.
struct RawAnswer {
  int status = 200;
  std::string content_type;
  std::string body;
  std::vector<std::string> events;  ///< sent instead of `body`, each with the empty line behind it

  bool operator==(RawAnswer const&) const = default;
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

/// How much of an answer's body is sent; a body that is no stream counts as one frame.
struct Extent {
  enum class Unit : std::uint8_t { bytes, frames };
  std::size_t count = 0;
  Unit unit = Unit::bytes;

  bool operator==(Extent const&) const = default;
};

/// The whole answer is announced, then it ends after that much of the body.
struct CutBody {
  Extent after;
  Ending ending = Ending::close;
  bool operator==(CutBody const&) const = default;
};
/// No byte of an answer, not even its headers.
struct Silence {
  Ending ending = Ending::stall;
  bool operator==(Silence const&) const = default;
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
/// A line between two events that is not an event; the rest of the stream follows. Where events have names, a line of
/// data has that of a delta, without which clients pass it over.
struct MalformedEvent {
  std::size_t after_frames = 1;
  std::string line = "data: {\"id\": \"chatcmpl-";
  bool operator==(MalformedEvent const&) const = default;
};
/// A stream that goes on with the provider's error event and ends there.
struct ErrorEvent {
  std::size_t after_frames = 1;
  ProviderError error;
  bool operator==(ErrorEvent const&) const = default;
};
/// The right JSON, filled up with blanks to so many bytes.
struct HugeBody {
  std::size_t bytes = 33'554'432;
  bool operator==(HugeBody const&) const = default;
};
/// The right bytes, a few at a time.
struct SlowDrip {
  std::size_t bytes = 1;
  std::optional<std::size_t> first_bytes = std::nullopt;  ///< of the first write, when it is to be another number
  std::chrono::milliseconds every{10};
  bool operator==(SlowDrip const&) const = default;
};
/// The right bytes, each write of which ends where it hurts.
struct SplitWrites {
  enum class Inside : std::uint8_t {
    character,  ///< in the middle of a character of several bytes
    line_end    ///< between CR and LF, with which the lines of the stream then end
  };
  Inside inside = Inside::character;
  bool operator==(SplitWrites const&) const = default;
};

/// A whole answer where the request wants a stream, and a stream where it wants a whole answer.
struct OtherForm {
  bool operator==(OtherForm const&) const = default;
};

using Fault = std::variant<CutBody, Silence, TruncatedJson, HtmlPage, WrongContentType, MalformedEvent, ErrorEvent,
                           HugeBody, SlowDrip, SplitWrites, OtherForm>;

/// What the mock answers without a scenario, as a step of one or spoiled by a fault.
struct UsualAnswer {
  bool operator==(UsualAnswer const&) const = default;
};

/// How the text of a short form is cut into the pieces of a stream.
struct Chunking {
  enum class Unit : std::uint8_t { words, characters, seeded };
  Unit unit = Unit::words;
  std::uint64_t seed = 0;  ///< of the lengths, when they are seeded

  bool operator==(Chunking const&) const = default;
};

/// How JSON is written in an answer.
enum class Letters : std::uint8_t {
  plain,   ///< in UTF-8
  escaped  ///< every character beyond ASCII as an escape of JSON
};

struct Response {
  std::variant<Completion, WholeBody, EventStream, RawAnswer, ProviderError, UsualAnswer> content;
  std::optional<Fault> fault;  ///< spoils the answer that `content` makes
  std::vector<std::pair<std::string, std::string>> headers;
  std::chrono::milliseconds delay{0};        ///< before the first byte
  std::chrono::milliseconds chunk_delay{0};  ///< between two frames of a stream
  Chunking chunking;
  std::optional<std::size_t> held_from;  ///< the frame, counted from 0, from which each waits to be let out
  Letters letters = Letters::plain;

  bool operator==(Response const&) const = default;
};

struct Step {
  std::optional<RequestMatcher> match;  ///< without one the step takes any request to a model
  Response respond;
  std::optional<std::uint64_t> plays = 1;  ///< nothing: as often as requested

  bool operator==(Step const&) const = default;
};

/// Whom the server lets in.
enum class Admission : std::uint8_t {
  with_key,  ///< who has a key, as providers do
  anyone     ///< everybody, as a server on one's own machine or behind a gateway does
};

struct Scenario {
  std::optional<std::string> name;
  std::uint64_t seed = 0;
  /// Requests with the same value of this header play all steps by themselves.
  std::optional<std::string> sequence_header;
  std::vector<Step> steps;
  McpServer mcp;
  Admission admission = Admission::with_key;
  std::optional<LettingOut> lets_out;  ///< nothing: only whoever drives the test does

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

/// Whether a route of the provider starts with that segment, so that no scenario can have it as its name.
[[nodiscard]] bool is_taken(std::string_view segment);

/// The same as a list for people.
constexpr std::string_view taken_names =
    "v1, v1beta, audio, chat, embeddings, files, images, messages, models, moderations, openai, responses";

/// The name under which requests without a prefix are played.
constexpr std::string_view default_name = "default";

}  // namespace mock_provider::scenario

namespace mock_provider::reachable_steps {

/// Throws ScenarioError for a step that is never played, because one before it is played always and takes every request
/// that this one could take. That is known of parts that are the same, and of texts where one holds the other.
void require(std::vector<Step> const& steps);

}  // namespace mock_provider::reachable_steps
