#include "mock-provider/scenario/forms.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <span>

#include "mock-provider/http/request.hpp"
#include "mock-provider/values/encoding.hpp"

namespace mock_provider::pace_form {
namespace {

constexpr std::int64_t longest_delay_ms = 600'000;
constexpr std::int64_t most_frames = 1'000'000;
constexpr std::int64_t most_seed = 9'007'199'254'740'991;

std::chrono::milliseconds delay(ClosedObject const& respond, std::string_view name) {
  return std::chrono::milliseconds(respond.whole_number(name, 0, longest_delay_ms).value_or(0));
}

Chunking chunking(ClosedObject const& respond) {
  Json const* const value = respond.find("chunkBy");
  if (value == nullptr || *value == "words") return {.unit = Chunking::Unit::words};
  if (*value == "characters") return {.unit = Chunking::Unit::characters};
  if (value->is_number_integer()) {
    return {.unit = Chunking::Unit::seeded,
            .seed = static_cast<std::uint64_t>(*respond.whole_number("chunkBy", 0, most_seed))};
  }
  throw ScenarioError(respond.pointer_of("chunkBy"), "must be \"words\", \"characters\" or a seed, a whole number");
}

Letters letters(ClosedObject const& respond) {
  std::optional<std::string> const name = respond.text("letters");
  if (!name || *name == "plain") return Letters::plain;
  if (*name == "escaped") return Letters::escaped;
  throw ScenarioError(respond.pointer_of("letters"), "must be \"plain\" or \"escaped\"");
}

}  // namespace

void read(ClosedObject const& respond, Response& response) {
  response.delay = delay(respond, "delayMs");
  response.chunk_delay = delay(respond, "chunkDelayMs");
  response.chunking = chunking(respond);
  response.letters = letters(respond);
  if (std::optional<std::int64_t> const hold = respond.whole_number("hold", 0, most_frames)) {
    response.held_from = static_cast<std::size_t>(*hold);
  }
}

}  // namespace mock_provider::pace_form

namespace mock_provider::error_form {
namespace {

constexpr std::int64_t longest_delay_ms = 600'000;

}  // namespace

ProviderError decode(ClosedObject const& outer) {
  ClosedObject const object(outer.required("error"), outer.pointer_of("error"), members::error);
  static_cast<void>(object.required("status"));
  ProviderError error{.status = static_cast<int>(*object.whole_number("status", 400, 599)),
                      .type = object.text("type"),
                      .code = object.text("code"),
                      .param = object.text("param"),
                      .message = object.text("message"),
                      .retry_after = std::nullopt};
  if (std::optional<std::int64_t> const wait = object.whole_number("retryAfterMs", 0, longest_delay_ms)) {
    error.retry_after = std::chrono::milliseconds(*wait);
  }
  return error;
}

}  // namespace mock_provider::error_form

namespace mock_provider::completion_form {
namespace {

constexpr std::int64_t most_tokens = 1'000'000'000'000;
constexpr std::array<std::string_view, 7> short_forms{"text",      "json",      "toolCalls", "refusal",
                                                      "reasoning", "embedding", "image"};

ToolCall decode_tool_call(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::tool_call);
  if (std::optional<std::string> input = object.text("input")) {
    if (object.has("arguments")) {
      throw ScenarioError(object.pointer(),
                          "has \"arguments\", as functions do, and \"input\", as custom tools do: "
                          "leave one out");
    }
    return {.id = object.text("id"),
            .name = object.required_text("name"),
            .arguments = *std::move(input),
            .kind = ToolCall::Kind::custom};
  }
  Json const& arguments = object.required("arguments");
  return {.id = object.text("id"),
          .name = object.required_text("name"),
          .arguments = arguments.is_string() ? arguments.get<std::string>() : json_text::dump(arguments)};
}

std::vector<ToolCall> decode_tool_calls(ClosedObject const& object) {
  std::vector<ToolCall> calls;
  Json const* const value = object.find("toolCalls");
  if (value == nullptr) return calls;
  std::string const pointer = object.pointer_of("toolCalls");
  if (!value->is_array() || value->empty()) throw ScenarioError(pointer, "must be a non-empty array of tool calls");
  for (std::size_t index = 0; index < value->size(); ++index) {
    calls.push_back(decode_tool_call((*value)[index], json_text::child(pointer, index)));
  }
  return calls;
}

std::optional<Usage> decode_usage(ClosedObject const& object) {
  Json const* const value = object.find("usage");
  if (value == nullptr) return std::nullopt;
  ClosedObject const usage(*value, object.pointer_of("usage"), members::usage);
  return Usage{.prompt_tokens = usage.whole_number("promptTokens", 0, most_tokens).value_or(0),
               .completion_tokens = usage.whole_number("completionTokens", 0, most_tokens).value_or(0)};
}

std::vector<double> decode_vector(Json const& value, std::string const& pointer) {
  bool const is_vector = value.is_array() && !value.empty() &&
                         std::all_of(value.begin(), value.end(), [](Json const& entry) { return entry.is_number(); });
  if (!is_vector) {
    throw ScenarioError(pointer,
                        "must be \"derived\", a vector of numbers, or a list of such vectors, one for each input");
  }
  return value.get<std::vector<double>>();
}

std::optional<Embedding> decode_embedding(ClosedObject const& object) {
  Json const* const value = object.find("embedding");
  if (value == nullptr) return std::nullopt;
  if (*value == "derived") return Embedding{};
  std::string const pointer = object.pointer_of("embedding");
  bool const has_many = value->is_array() && !value->empty() && value->front().is_array();
  if (!has_many) return Embedding{.vectors = {decode_vector(*value, pointer)}};
  Embedding embedding;
  for (std::size_t index = 0; index < value->size(); ++index) {
    embedding.vectors.push_back(decode_vector((*value)[index], json_text::child(pointer, index)));
  }
  return embedding;
}

Image decode_image(Json const& value, std::string pointer) {
  ClosedObject const object(value, std::move(pointer), members::image);
  if (object.has("url") == object.has("b64Json")) {
    throw ScenarioError(object.pointer(), "must have exactly one of url and b64Json");
  }
  return {
      .url = object.text("url"), .b64_json = object.text("b64Json"), .revised_prompt = object.text("revisedPrompt")};
}

std::vector<Image> decode_images(ClosedObject const& object) {
  Json const* const value = object.find("image");
  if (value == nullptr) return {};
  std::string const pointer = object.pointer_of("image");
  if (!value->is_array()) return {decode_image(*value, pointer)};
  if (value->empty()) throw ScenarioError(pointer, "must be an image or a non-empty array of images");
  std::vector<Image> images;
  for (std::size_t index = 0; index < value->size(); ++index) {
    images.push_back(decode_image((*value)[index], json_text::child(pointer, index)));
  }
  return images;
}

ReasoningForm decode_reasoning_form(ClosedObject const& object) {
  constexpr std::array<std::pair<std::string_view, ReasoningForm>, 3> forms{
      {{"reasoning_content", ReasoningForm::reasoning_content},
       {"reasoning", ReasoningForm::reasoning},
       {"reasoning_details", ReasoningForm::reasoning_details}}};
  std::optional<std::string> const name = object.text("form");
  if (!name) return ReasoningForm::by_model;
  for (auto const& [known, form] : forms) {
    if (*name == known) return form;
  }
  throw ScenarioError(object.pointer_of("form"), "must be one of reasoning_content, reasoning, reasoning_details");
}

void read_reasoning(ClosedObject const& respond, Completion& completion) {
  Json const* const value = respond.find("reasoning");
  if (value == nullptr || !value->is_object()) {
    completion.reasoning = respond.text("reasoning");
    return;
  }
  ClosedObject const object(*value, respond.pointer_of("reasoning"), members::reasoning);
  completion.reasoning = object.required_text("text");
  completion.reasoning_form = decode_reasoning_form(object);
}

}  // namespace

bool is_in(ClosedObject const& respond) {
  return std::any_of(short_forms.begin(), short_forms.end(), [&](std::string_view name) { return respond.has(name); });
}

Completion decode(ClosedObject const& object) {
  int const contents = (object.has("text") ? 1 : 0) + (object.has("json") ? 1 : 0) + (object.has("refusal") ? 1 : 0);
  if (contents > 1) throw ScenarioError(object.pointer(), "has more than one of text, json and refusal: keep one");
  Completion completion{.text = object.text("text"),
                        .refusal = object.text("refusal"),
                        .tool_calls = decode_tool_calls(object),
                        .finish_reason = object.text("finishReason"),
                        .usage = decode_usage(object),
                        .embedding = decode_embedding(object),
                        .images = decode_images(object)};
  read_reasoning(object, completion);
  if (Json const* const json = object.find("json")) completion.text = json_text::dump(*json);
  if (object.has("verbatim")) {
    if (!object.required("verbatim").is_boolean())
      throw ScenarioError(object.pointer_of("verbatim"), "must be a boolean");
    if (object.required("verbatim") == true) completion.bounds = Completion::Bounds::none;
  }
  return completion;
}

}  // namespace mock_provider::completion_form

namespace mock_provider::fault_form {
namespace {

constexpr std::int64_t most_bytes = 1'073'741'824;
constexpr std::int64_t most_frames = 1'000'000;
constexpr std::int64_t longest_pause_ms = 600'000;

std::optional<std::size_t> size(ClosedObject const& object, std::string_view name, std::int64_t least,
                                std::int64_t most) {
  std::optional<std::int64_t> const number = object.whole_number(name, least, most);
  return number ? std::optional<std::size_t>(static_cast<std::size_t>(*number)) : std::nullopt;
}

Extent extent(ClosedObject const& object) {
  if (object.has("afterBytes") && object.has("afterFrames")) {
    throw ScenarioError(object.pointer_of("afterFrames"), "does not go with afterBytes: keep one");
  }
  if (object.has("afterFrames")) {
    return {.count = *size(object, "afterFrames", 0, most_frames), .unit = Extent::Unit::frames};
  }
  return {.count = size(object, "afterBytes", 0, most_bytes).value_or(0), .unit = Extent::Unit::bytes};
}

Ending ending(ClosedObject const& object, Ending otherwise) {
  std::optional<std::string> const name = object.text("end");
  if (!name) return otherwise;
  if (*name == "close") return Ending::close;
  if (*name == "reset") return Ending::reset;
  if (*name == "stall") return Ending::stall;
  throw ScenarioError(object.pointer_of("end"), "must be one of close, reset, stall");
}

std::string one_line(ClosedObject const& object, std::string_view name, std::string otherwise) {
  std::string text = object.text(name).value_or(std::move(otherwise));
  if (text.find_first_of(std::string_view("\r\n\0", 3)) != std::string::npos) {
    throw ScenarioError(object.pointer_of(name), "must not hold line breaks or NUL");
  }
  return text;
}

Fault cut(ClosedObject const& object) {
  return CutBody{.after = extent(object), .ending = ending(object, Ending::close)};
}

Fault stall(ClosedObject const& object) {
  return CutBody{.after = extent(object), .ending = Ending::stall};
}

Fault silence(ClosedObject const& object) {
  return Silence{.ending = ending(object, Ending::stall)};
}

Fault truncated_json(ClosedObject const& object) {
  return TruncatedJson{.keep_bytes = size(object, "keepBytes", 0, most_bytes)};
}

Fault html(ClosedObject const& object) {
  return HtmlPage{.status = static_cast<int>(object.whole_number("status", 200, 599).value_or(HtmlPage{}.status))};
}

Fault wrong_content_type(ClosedObject const& object) {
  return WrongContentType{.content_type = one_line(object, "contentType", WrongContentType{}.content_type)};
}

Fault malformed_event(ClosedObject const& object) {
  MalformedEvent const usual;
  return MalformedEvent{.after_frames = size(object, "afterFrames", 0, most_frames).value_or(usual.after_frames),
                        .line = one_line(object, "line", usual.line)};
}

Fault error_event(ClosedObject const& object) {
  return ErrorEvent{.after_frames = size(object, "afterFrames", 0, most_frames).value_or(ErrorEvent{}.after_frames),
                    .error = object.has("error") ? error_form::decode(object) : ProviderError{}};
}

Fault huge_body(ClosedObject const& object) {
  return HugeBody{.bytes = size(object, "bytes", 1, most_bytes).value_or(HugeBody{}.bytes)};
}

Fault drip(ClosedObject const& object) {
  SlowDrip const usual;
  return SlowDrip{.bytes = size(object, "bytes", 1, most_bytes).value_or(usual.bytes),
                  .first_bytes = size(object, "firstBytes", 1, most_bytes),
                  .every = std::chrono::milliseconds(
                      object.whole_number("everyMs", 0, longest_pause_ms).value_or(usual.every.count()))};
}

Fault split(ClosedObject const& object) {
  std::string const inside = object.text("inside").value_or("character");
  if (inside == "character") return SplitWrites{.inside = SplitWrites::Inside::character};
  if (inside == "lineEnd") return SplitWrites{.inside = SplitWrites::Inside::line_end};
  throw ScenarioError(object.pointer_of("inside"), "must be character or lineEnd");
}

/// A kind of fault: which members it has besides `kind`, and how it is read.
struct Kind {
  std::string_view name;
  std::array<std::string_view, 3> members;
  Fault (*decode)(ClosedObject const& object);
};

Fault other_form(ClosedObject const&) {
  return OtherForm{};
}

constexpr std::array<Kind, 12> kinds{{
    {"cut", {"afterBytes", "afterFrames", "end"}, cut},
    {"stall", {"afterBytes", "afterFrames"}, stall},
    {"silence", {"end"}, silence},
    {"truncatedJson", {"keepBytes"}, truncated_json},
    {"html", {"status"}, html},
    {"wrongContentType", {"contentType"}, wrong_content_type},
    {"malformedEvent", {"afterFrames", "line"}, malformed_event},
    {"errorEvent", {"afterFrames", "error"}, error_event},
    {"hugeBody", {"bytes"}, huge_body},
    {"drip", {"bytes", "firstBytes", "everyMs"}, drip},
    {"split", {"inside"}, split},
    {"otherForm", {}, other_form},
}};

std::string names_of_kinds() {
  std::string names;
  for (Kind const& kind : kinds) names += (names.empty() ? "" : ", ") + std::string(kind.name);
  return names;
}

void admit_only(ClosedObject const& object, Kind const& kind) {
  for (std::string_view const name : members::fault) {
    bool const is_own = std::find(kind.members.begin(), kind.members.end(), name) != kind.members.end();
    if (name == "kind" || is_own || !object.has(name)) continue;
    throw ScenarioError(object.pointer_of(name), fmt::format("does not go with the fault \"{}\"", kind.name));
  }
}

bool counts_events(Fault const& fault) {
  CutBody const* const cut = std::get_if<CutBody>(&fault);
  return cut != nullptr && cut->after.unit == Extent::Unit::frames && cut->after.count > 0;
}

}  // namespace

void require_fit_for_whole(ClosedObject const& respond, Fault const& fault, std::string_view form) {
  ClosedObject const object(respond.required("fault"), respond.pointer_of("fault"), members::fault);
  if (counts_events(fault)) {
    throw ScenarioError(object.pointer_of("afterFrames"),
                        fmt::format("counts the events of a stream, and \"{}\" is not a stream: use afterBytes", form));
  }
  bool const is_of_streams = std::holds_alternative<MalformedEvent>(fault) || std::holds_alternative<ErrorEvent>(fault);
  if (!is_of_streams) return;
  throw ScenarioError(
      object.pointer_of("kind"),
      fmt::format("goes into a stream, and \"{}\" is not a stream: give \"chunks\" or a short form, or use a "
                  "fault such as truncatedJson",
                  form));
}

Fault decode(ClosedObject const& respond) {
  ClosedObject const object(respond.required("fault"), respond.pointer_of("fault"), members::fault);
  std::string const name = object.required_text("kind");
  auto const kind = std::find_if(kinds.begin(), kinds.end(), [&](Kind const& row) { return row.name == name; });
  if (kind == kinds.end()) throw ScenarioError(object.pointer_of("kind"), "must be one of " + names_of_kinds());
  admit_only(object, *kind);
  return kind->decode(object);
}

}  // namespace mock_provider::fault_form

namespace mock_provider::respond_form {
namespace {

bool is_header_name(std::string_view name) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::all_of(name.begin(), name.end(), [&](char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || others.find(character) != std::string_view::npos;
  });
}

bool is_framing(std::string_view name) {
  constexpr std::array<std::string_view, 4> framing{"content-length", "transfer-encoding", "connection", "keep-alive"};
  return std::any_of(framing.begin(), framing.end(),
                     [&](std::string_view known) { return same_header_name(known, name); });
}

bool has_line_break(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
}

std::vector<std::pair<std::string, std::string>> decode_headers(ClosedObject const& object) {
  std::vector<std::pair<std::string, std::string>> headers;
  Json const* const value = object.find("headers");
  if (value == nullptr) return headers;
  std::string const pointer = object.pointer_of("headers");
  if (!value->is_object()) throw ScenarioError(pointer, "must be an object from header name to text");
  require_each_header_once(*value, pointer);
  for (auto const& header : value->items()) {
    std::string const at = json_text::child(pointer, header.key());
    if (!is_header_name(header.key())) throw ScenarioError(at, "is no header name");
    if (is_framing(header.key())) {
      throw ScenarioError(at, "is set by the server; to break off an answer use the fault \"cut\"");
    }
    if (!header.value().is_string()) throw ScenarioError(at, "must be a string");
    std::string const text = header.value().get<std::string>();
    if (has_line_break(text)) throw ScenarioError(at, "must not hold line breaks or NUL");
    headers.emplace_back(header.key(), text);
  }
  return headers;
}

/// A type becomes the name of the event, which is a line of its own.
void require_line(Json const& chunk, std::string const& pointer) {
  if (!chunk.is_object() || !chunk.contains("type") || !chunk.at("type").is_string()) return;
  if (!has_line_break(chunk.at("type").get_ref<std::string const&>())) return;
  throw ScenarioError(json_text::child(pointer, "type"), "becomes the name of an event: take line breaks and NUL out");
}

EventStream decode_event_stream(ClosedObject const& object) {
  Json const& chunks = object.required("chunks");
  std::string const pointer = object.pointer_of("chunks");
  if (!chunks.is_array()) throw ScenarioError(pointer, "must be an array of chunks");
  for (std::size_t index = 0; index < chunks.size(); ++index) {
    require_line(chunks[index], json_text::child(pointer, index));
  }
  return {.chunks = std::vector<Json>(chunks.begin(), chunks.end())};
}

std::string decode_base64(ClosedObject const& object) {
  std::optional<std::string> bytes = base64::decoded(object.required_text("base64"));
  if (!bytes) throw ScenarioError(object.pointer_of("base64"), "is no base64 with padding");
  return *std::move(bytes);
}

std::vector<std::string> decode_events(ClosedObject const& object) {
  Json const& events = object.required("events");
  bool const are_texts = events.is_array() &&
                         std::all_of(events.begin(), events.end(), [](Json const& event) { return event.is_string(); });
  if (!are_texts) throw ScenarioError(object.pointer_of("events"), "must be an array of texts");
  return events.get<std::vector<std::string>>();
}

RawAnswer decode_raw(ClosedObject const& respond) {
  ClosedObject const object(respond.required("raw"), respond.pointer_of("raw"), members::raw);
  int const forms = (object.has("text") ? 1 : 0) + (object.has("base64") ? 1 : 0) + (object.has("events") ? 1 : 0);
  if (forms != 1) throw ScenarioError(object.pointer(), "must have exactly one of text, base64 and events");
  RawAnswer raw{.status = static_cast<int>(object.whole_number("status", 200, 599).value_or(200)),
                .content_type = object.text("contentType").value_or("application/json"),
                .body = object.text("text").value_or("")};
  if (has_line_break(raw.content_type)) {
    throw ScenarioError(object.pointer_of("contentType"), "must not hold line breaks or NUL");
  }
  if (object.has("base64")) raw.body = decode_base64(object);
  if (object.has("events")) raw.events = decode_events(object);
  return raw;
}

/// The content type is that of the fault, or of the raw answer, which a header would undo.
void require_one_content_type(ClosedObject const& object, Response const& response) {
  auto const header = std::find_if(response.headers.begin(), response.headers.end(),
                                   [](auto const& pair) { return same_header_name(pair.first, "content-type"); });
  if (header == response.headers.end()) return;
  std::string const pointer = json_text::child(object.pointer_of("headers"), header->first);
  bool const is_faulty = response.fault && (std::holds_alternative<WrongContentType>(*response.fault) ||
                                            std::holds_alternative<HtmlPage>(*response.fault));
  if (is_faulty) throw ScenarioError(pointer, "would undo the content type of the fault: leave one of the two out");
  Json const* const raw = object.find("raw");
  if (raw == nullptr || !raw->contains("contentType")) return;
  throw ScenarioError(pointer, "is the \"contentType\" of \"raw\" once more: keep one");
}

void refuse(ClosedObject const& object, std::string_view name, std::string_view reason) {
  if (object.has(name)) throw ScenarioError(object.pointer_of(name), std::string(reason));
}

/// What paces the events of a stream does nothing to an answer that is never one.
void refuse_pace(ClosedObject const& object, std::string_view form) {
  for (std::string_view const name : {"hold", "chunkDelayMs", "chunkBy"}) {
    if (!object.has(name)) continue;
    throw ScenarioError(
        object.pointer_of(name),
        fmt::format("is about the events of a stream, and \"{}\" is not a stream: leave it out, or give "
                    "\"chunks\" or a short form instead of \"{}\"",
                    form, form));
  }
}

/// Such an answer is never a stream, so that neither its pace nor its fault may be that of one.
void refuse_what_is_of_streams(ClosedObject const& object, std::string_view form, std::optional<Fault> const& fault) {
  refuse_pace(object, form);
  if (fault) fault_form::require_fit_for_whole(object, *fault, form);
}

}  // namespace

Response decode(Json const& value, std::string const& pointer) {
  ClosedObject const object(value, pointer, members::respond);
  int const forms = (object.has("body") ? 1 : 0) + (object.has("chunks") ? 1 : 0) + (object.has("raw") ? 1 : 0) +
                    (completion_form::is_in(object) ? 1 : 0) + (object.has("error") ? 1 : 0) +
                    (object.has("usual") ? 1 : 0);
  if (object.has("usual") && object.required("usual") != true) {
    throw ScenarioError(object.pointer_of("usual"), "must be true: the answer that is given without a scenario");
  }
  // A fault alone spoils what would be answered without a scenario.
  if (forms > 1 || (forms == 0 && !object.has("fault"))) {
    throw ScenarioError(
        pointer,
        "must have exactly one of body, chunks, raw, error, usual, or a short form (text, json, toolCalls, refusal, "
        "reasoning, embedding, image), which may be left out beside a fault");
  }
  Response response{.content = UsualAnswer{}, .headers = decode_headers(object)};
  pace_form::read(object, response);
  if (object.has("fault")) response.fault = fault_form::decode(object);
  require_one_content_type(object, response);
  if (!completion_form::is_in(object)) {
    refuse(object, "finishReason", "goes with a short form only");
    refuse(object, "usage", "goes with a short form only");
    refuse(object, "verbatim", "goes with a short form only");
  }
  if (object.has("error")) refuse_what_is_of_streams(object, "error", response.fault);
  if (object.has("body")) {
    WholeBody whole{.body = object.required("body"),
                    .status = static_cast<int>(object.whole_number("status", 200, 599).value_or(200))};
    if (whole.status >= 400) refuse_what_is_of_streams(object, "body", response.fault);
    response.content = std::move(whole);
    return response;
  }
  refuse(object, "status", "goes with body only; an error has its own status inside");
  if (object.has("chunks")) {
    refuse(object, "chunkBy", "goes with a short form only: chunks are cut already");
    response.content = decode_event_stream(object);
  } else if (object.has("raw")) {
    refuse(object, "chunkBy", "goes with a short form only: the events are cut already");
    refuse(object, "letters", "does not go with raw, whose bytes are sent as they are");
    RawAnswer raw = decode_raw(object);
    if (raw.events.empty()) refuse_what_is_of_streams(object, "raw", response.fault);
    response.content = std::move(raw);
  } else if (object.has("error")) {
    response.content = error_form::decode(object);
  } else if (completion_form::is_in(object)) {
    response.content = completion_form::decode(object);
  }
  return response;
}

}  // namespace mock_provider::respond_form
