#include <algorithm>

#include "prompty/core/json_text.hpp"
#include "prompty/process/answers.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/reading.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::processing {
namespace {

Json const& first_message(Json const& response) {
  Json const& choices = member_of(response, "choices");
  // P8.1-13, A-104: an answer of unknown shape must not pass for an empty text.
  if (!choices.is_array() || choices.empty()) expect("a list with at least one choice", "/choices", choices);
  // P8.1-01: the others are other answers to the same messages.
  return object_member(choices.front(), "message", "/choices/0", "a message");
}

ToolCall tool_call(Json const& call, std::size_t index) {
  std::string const pointer = fmt::format("/choices/0/message/tool_calls/{}", index);
  std::string const in_function = pointer + "/function";
  // P8.1-14, A-105: other types of call have nothing to be called by.
  Json const& function = object_member(call, "function", pointer, "a function call");
  // P8.1-03: the arguments are not parsed here, and so not rewritten either.
  return {.id = text_member(call, "id", pointer),
          .name = text_member(function, "name", in_function),
          // As in a stream (P8.6-08), a call to which no arguments came has none.
          .arguments = optional_text(function, "arguments", in_function)};
}

constexpr std::string_view delta_pointer = "/choices/0/delta";

/// The delta of the first choice; null when the chunk has no choice, as the one with the usage, or the choice no delta.
Json const& delta_of(Json const& chunk) {
  static Json const none;
  Json const& choices = optional_list(chunk, "choices", "");
  // P8.6-04: the chunk with the usage may have an empty list instead of none.
  if (choices.empty()) return none;
  // P8.6-14: other choices are other answers, whose text must not get into this one.
  Json const& choice = choices.front();
  if (!choice.is_object()) expect("a choice", "/choices/0", choice);
  return optional_object(choice, "delta", "/choices/0", "a delta");
}

std::string read_content(std::string const&, Json const& chunk, StreamedCalls&) {
  // P8.6-12: content goes out before the refusal beside it is raised.
  return optional_text(delta_of(chunk), "content", delta_pointer);
}

/// `place` is that of the fragment in the list of its delta.
void add_fragment(StreamedCalls& calls, Json const& fragment, std::size_t place, Profile profile) {
  std::string const pointer = fmt::format("{}/tool_calls/{}", delta_pointer, place);
  if (!fragment.is_object()) expect("a fragment of a tool call", pointer, fragment);
  // servers that send whole calls leave the index out.
  bool const has_index = !member_of(fragment, "index").is_null();
  std::int64_t const number = has_index ? integer_member(fragment, "index", pointer) : static_cast<std::int64_t>(place);
  std::string const& id = optional_text(fragment, "id", pointer);
  Json const& function = optional_object(fragment, "function", pointer, "a function call");
  std::string const in_function = pointer + "/function";
  // P8.6-08: null and missing are read as empty.
  ToolCall const said{.id = id,
                      .name = optional_text(function, "name", in_function),
                      .arguments = optional_text(function, "arguments", in_function)};
  if (profile == Profile::as_written) return calls.add(number, said);
  has_index ? calls.add_or_open(number, said) : calls.add_or_open_unnumbered(number, said);
}

void demand_no_refusal(std::string const& refusal) {
  if (!refusal.empty()) throw errors::model_refused(refusal);
}

/// nobody would see that something was called.
void demand_no_old_call(Json const& message) {
  std::string const name = text_in(member_of(message, "function_call"), "name");
  if (!name.empty()) throw errors::old_function_call(name);
}

/// As the generator of §8.6, which between two items stands behind the content of a delta, and reads its tool calls and
/// refusal only when the next item is requested.
template <Profile profile>
void read_calls_and_refusal(Json const& chunk, StreamedCalls& calls) {
  Json const& delta = delta_of(chunk);
  std::size_t place = 0;
  for (Json const& fragment : optional_list(delta, "tool_calls", delta_pointer)) {
    add_fragment(calls, fragment, place++, profile);
  }
  if (profile == Profile::live) demand_no_old_call(delta);
  // P8.6-11: an empty one refuses nothing.
  demand_no_refusal(optional_text(delta, "refusal", delta_pointer));
}

Embedding vector_of(Json const& item, std::size_t index) {
  Json const& values = member_of(item, "embedding");
  bool const is_vector = values.is_array() &&
                         std::all_of(values.begin(), values.end(), [](Json const& value) { return value.is_number(); });
  if (!is_vector) expect("a list of numbers", fmt::format("/data/{}/embedding", index), values);
  return {.values = values.get<std::vector<double>>()};
}

/// Its message, or without one all of it as JSON.
std::string message_of_error(Json const& error) {
  Json const& message = member_of(error, "message");
  return message.is_string() ? message.get<std::string>() : json_text::dump(error);
}

std::vector<ToolCall> function_calls(Json const& output) {
  std::vector<ToolCall> calls;
  for (std::size_t index = 0; index < output.size(); ++index) {
    Json const& item = output[index];
    // P8.4-02: messages, reasoning and calls that the provider carries out itself are in the same list.
    if (!has_type(item, "function_call")) continue;
    std::string const pointer = fmt::format("/output/{}", index);
    // P8.4-03: the item's own id answers to nothing.
    calls.push_back({.id = text_member(item, "call_id", pointer),
                     .name = text_member(item, "name", pointer),
                     .arguments = text_member(item, "arguments", pointer)});
  }
  return calls;
}

std::string joined_text(Json const& output) {
  std::string joined;
  for (std::size_t index = 0; index < output.size(); ++index) {
    if (!has_type(output[index], "message")) continue;
    Json const& content = member_of(output[index], "content");
    for (std::size_t part = 0; content.is_array() && part < content.size(); ++part) {
      if (!has_type(content[part], "output_text")) continue;
      joined += text_member(content[part], "text", fmt::format("/output/{}/content/{}", index, part));
    }
  }
  return joined;
}

void read_calls(std::string const& type, Json const& event, StreamedCalls& calls) {
  auto const place = [&] { return integer_member(event, "output_index", ""); };
  if (type == "response.function_call_arguments.delta") calls.append(place(), optional_text(event, "delta", ""));
  if (type == "response.function_call_arguments.done") calls.complete(place(), optional_text(event, "arguments", ""));
  // P10.2-04: either event is enough; both name the same place, so that the call is still one.
  bool const is_done = type == "response.output_item.done";
  if (!is_done && type != "response.output_item.added") return;
  Json const& item = object_member(event, "item", "", "an output item");
  if (optional_text(item, "type", "/item") != "function_call") return;
  // P8.4-03: the item's own id answers to nothing.
  ToolCall call{.id = text_member(item, "call_id", "/item"),
                .name = text_member(item, "name", "/item"),
                .arguments = optional_text(item, "arguments", "/item")};
  if (is_done) calls.complete(place(), call.arguments);
  calls.start(place(), std::move(call));
}

std::string read_response_event(std::string const& type, Json const& event, StreamedCalls& calls) {
  // P10.2-01: of whichever item and part, whatever their numbers.
  if (type == "response.output_text.delta") return optional_text(event, "delta", "");
  // P10.2-08: the first piece throws, so that `done` is only reached by a refusal that came without pieces.
  if (type == "response.refusal.delta") demand_no_refusal(optional_text(event, "delta", ""));
  if (type == "response.refusal.done") demand_no_refusal(optional_text(event, "refusal", ""));
  if (type == "response.failed") {
    Json const& error = member_of(member_of(event, "response"), "error");
    // P10.2-09: worded as for a whole response that failed (P8.4-01).
    throw errors::response_failed(error.is_null() ? "The response failed and does not say why"
                                                  : message_of_error(error));
  }
  read_calls(type, event, calls);
  // P10.2-03: events that repeat the text come down to here.
  return "";
}

}  // namespace

Outcome process_chat(PromptyAgent const& agent, Json const& response, Profile profile) {
  Json const& message = first_message(response);

  Json const& calls = optional_list(message, "tool_calls", "/choices/0/message");
  // P8.1-04, P8.1-05, P8.1-06: before content is looked at, and whatever finish_reason says.
  if (!calls.empty()) {
    std::vector<ToolCall> tool_calls;
    // P8.1-02: ids are not compared, so that calls which share one stay apart.
    for (Json const& call : calls) tool_calls.push_back(tool_call(call, tool_calls.size()));
    return tool_calls;
  }

  // P8.1-07: missing is read as null; nothing else passes for no content.
  std::string const& content = optional_text(message, "content", "/choices/0/message");
  // P8.1-14: beside a content the old member counts for nothing.
  if (profile == Profile::live && content.empty()) demand_no_old_call(message);
  return text_outcome(agent, content);
}

ItemStream process_chat_stream(std::shared_ptr<PromptyStream> chunks, Profile profile) {
  bool const is_live = profile == Profile::live;
  return items_of(std::move(chunks), {.read = read_content,
                                      .read_rest = is_live ? read_calls_and_refusal<Profile::live>
                                                           : read_calls_and_refusal<Profile::as_written>});
}

Outcome process_embedding(Json const& response) {
  Json const& data = list_member(response, "data");
  // P8.2-01: an empty list of vectors would hide that there is no answer.
  if (data.empty()) throw errors::empty_embedding_response();
  std::vector<Embedding> vectors;
  // P8.2-03, A-106: an item's own `index` plays no part.
  for (Json const& item : data) vectors.push_back(vector_of(item, vectors.size()));
  // P8.2-02: not a list of one.
  if (vectors.size() == 1) return vectors.front();
  return vectors;
}

Outcome process_image(Json const& response) {
  Json const& data = list_member(response, "data");
  // P8.3-01: no items at all; those that hold nothing are another case (P8.3-07).
  if (data.empty()) throw errors::empty_image_response();
  std::vector<Image> images;
  for (std::size_t index = 0; index < data.size(); ++index) {
    std::string const pointer = fmt::format("/data/{}", index);
    // P8.3-02: only handed on; nothing is fetched. P8.3-03: null and missing count as empty.
    std::string value = optional_text(data[index], "url", pointer);
    // P8.3-04: only without a URL.
    if (value.empty()) value = optional_text(data[index], "b64_json", pointer);
    // P8.3-07, A-107: left out before anything is counted.
    if (!value.empty()) images.push_back({.value = value});
  }
  // P8.3-05: also when other items had none.
  if (images.size() == 1) return images.front();
  // P8.3-06: even when none is left.
  return images;
}

Outcome process_responses(PromptyAgent const& agent, Json const& response) {
  Json const& error = member_of(response, "error");
  // P8.4-01: first, since a response that failed may list output all the same.
  if (!error.is_null()) throw errors::response_failed(message_of_error(error));
  Json const& output = list_member(response, "output");
  std::vector<ToolCall> calls = function_calls(output);
  // P8.4-04: before text is looked at.
  if (!calls.empty()) return calls;

  // P8.4-05, A-108: the field is made by a client library and does not cross the wire.
  // P8.4-08: an empty one counts; the output is searched only without the field.
  bool const has_text = !member_of(response, "output_text").is_null();
  return text_outcome(agent, has_text ? text_member(response, "output_text", "") : joined_text(output));
}

ItemStream process_response_stream(std::shared_ptr<PromptyStream> chunks) {
  // P10.2-10: what was cut off at a limit is still the answer.
  return items_of(std::move(chunks),
                  {.read = read_response_event, .endings = {"response.completed", "response.incomplete"}});
}

}  // namespace prompty::processing
