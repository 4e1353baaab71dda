#include "prompty/process/openai/chat.hpp"

#include <fmt/core.h>

#include "prompty/core/streamed_calls.hpp"
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
          .arguments = text_member(function, "arguments", in_function)};
}

constexpr std::string_view delta_pointer = "/choices/0/delta";

/// The delta of the first choice; null when the chunk has no choice, as the one with the usage, or the choice no delta.
Json delta_of(Json const& chunk) {
  if (!chunk.is_object()) expect("an object", "a chunk", chunk);
  Json const& choices = optional_list(chunk, "choices", "");
  // P8.6-04: the chunk with the usage may have an empty list instead of none.
  if (choices.empty()) return nullptr;
  // P8.6-14: other choices are other answers, whose text must not get into this one.
  Json const& choice = choices.front();
  if (!choice.is_object()) expect("a choice", "/choices/0", choice);
  return member_of(choice, "delta").is_null() ? Json() : object_member(choice, "delta", "/choices/0", "a delta");
}

/// `place` is that of the fragment in the list of its delta.
void add_fragment(StreamedCalls& calls, Json const& fragment, std::size_t place) {
  std::string const pointer = fmt::format("{}/tool_calls/{}", delta_pointer, place);
  if (!fragment.is_object()) expect("a fragment of a tool call", pointer, fragment);
  std::int64_t index = static_cast<std::int64_t>(place);
  // servers that send whole calls leave it out.
  if (!member_of(fragment, "index").is_null()) index = integer_member(fragment, "index", pointer);
  ToolCall given{.id = optional_text(fragment, "id", pointer), .name = "", .arguments = ""};
  if (!member_of(fragment, "function").is_null()) {
    Json const& function = object_member(fragment, "function", pointer, "a function call");
    std::string const in_function = pointer + "/function";
    given.name = optional_text(function, "name", in_function);
    // P8.6-08: null and missing are read as empty.
    given.arguments = optional_text(function, "arguments", in_function);
  }
  calls.add(index, given);
}

/// The generator of §8.6: between two items it stands behind the content of a delta, whose tool calls and refusal it
/// reads only when the next item is requested.
class ChatReader final : public ChunkReader {
 public:
  std::string read(Json const& chunk) override {
    rest_ = delta_of(chunk);
    if (rest_.is_null()) return "";
    // P8.6-12: content goes out before the refusal beside it is raised.
    return optional_text(rest_, "content", delta_pointer);
  }

  void read_rest() override {
    if (rest_.is_null()) return;
    Json const delta = std::exchange(rest_, nullptr);
    std::size_t place = 0;
    for (Json const& fragment : optional_list(delta, "tool_calls", delta_pointer)) {
      add_fragment(calls_, fragment, place++);
    }
    std::string const& refusal = optional_text(delta, "refusal", delta_pointer);
    // P8.6-11: an empty one refuses nothing.
    if (!refusal.empty()) throw errors::model_refused(refusal);
  }

  [[nodiscard]] std::vector<ToolCall> calls() const override { return calls_.calls(); }

 private:
  StreamedCalls calls_;
  Json rest_ = nullptr;
};

}  // namespace

Outcome process_chat(PromptyAgent const& agent, Json const& response) {
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
  return text_outcome(agent, optional_text(message, "content", "/choices/0/message"));
}

ItemStream process_chat_stream(std::shared_ptr<PromptyStream> chunks) {
  return items_of(std::move(chunks), std::make_shared<ChatReader>());
}

}  // namespace prompty::processing
