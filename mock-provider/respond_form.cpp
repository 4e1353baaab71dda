#include "mock-provider/respond_form.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "mock-provider/completion_form.hpp"
#include "mock-provider/error_form.hpp"
#include "mock-provider/fault_form.hpp"
#include "mock-provider/pace_form.hpp"
#include "mock-provider/request.hpp"
#include "mock-provider/scenario_members.hpp"

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

void refuse(ClosedObject const& object, std::string_view name, std::string_view reason) {
  if (object.has(name)) throw ScenarioError(object.pointer_of(name), std::string(reason));
}

/// What paces the events of a stream does nothing to an answer that is never one.
void refuse_pace(ClosedObject const& object, std::string_view form) {
  for (std::string_view const name : {"hold", "chunkDelayMs", "chunkBy"}) {
    if (!object.has(name)) continue;
    throw ScenarioError(object.pointer_of(name),
                        fmt::format("is about the events of a stream, and \"{}\" is none: leave it out, or give "
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
  int const forms = (object.has("body") ? 1 : 0) + (object.has("chunks") ? 1 : 0) +
                    (completion_form::is_in(object) ? 1 : 0) + (object.has("error") ? 1 : 0) +
                    (object.has("usual") ? 1 : 0);
  if (object.has("usual") && object.required("usual") != true) {
    throw ScenarioError(object.pointer_of("usual"), "must be true: the answer that is given without a scenario");
  }
  // A fault alone spoils what would be answered without a scenario.
  if (forms > 1 || (forms == 0 && !object.has("fault"))) {
    throw ScenarioError(
        pointer,
        "must have exactly one of body, chunks, error, usual, or a short form (text, json, toolCalls, refusal, "
        "reasoning, embedding, image), which may be left out beside a fault");
  }
  Response response{.content = UsualAnswer{}, .headers = decode_headers(object)};
  pace_form::read(object, response);
  if (object.has("fault")) response.fault = fault_form::decode(object);
  if (!completion_form::is_in(object)) {
    refuse(object, "finishReason", "goes with a short form only");
    refuse(object, "usage", "goes with a short form only");
  }
  for (std::string_view const form : {"body", "error"}) {
    if (object.has(form)) refuse_what_is_of_streams(object, form, response.fault);
  }
  if (object.has("body")) {
    response.content = WholeBody{.body = object.required("body"),
                                 .status = static_cast<int>(object.whole_number("status", 200, 599).value_or(200))};
    return response;
  }
  refuse(object, "status", "goes with body only; an error has its own status inside");
  if (object.has("chunks")) {
    refuse(object, "chunkBy", "goes with a short form only: chunks are cut already");
    response.content = decode_event_stream(object);
  } else if (object.has("error")) {
    response.content = error_form::decode(object);
  } else if (completion_form::is_in(object)) {
    response.content = completion_form::decode(object);
  }
  return response;
}

}  // namespace mock_provider::respond_form
