#include "prompty/process/openai/chat_stream.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "prompty/process/chunk_members.hpp"
#include "prompty/process/errors.hpp"
#include "prompty/process/openai/call_assembly.hpp"

namespace prompty::processing {
namespace chat_stream {
namespace {

constexpr std::string_view delta_pointer = "/choices/0/delta";

/// The delta of the first choice; null when the chunk has no choice, as the one with the usage, or the choice no delta.
Json const& delta_of(Json const& chunk) {
  if (!chunk.is_object()) chunk_members::expect("an object", "a chunk", chunk);
  Json const& choices = chunk_members::member(chunk, "choices");
  if (choices.is_null()) return choices;
  if (!choices.is_array()) chunk_members::expect("a list", "/choices", choices);
  // P8.6-04: the chunk with the usage may have an empty list instead of none.
  static Json const no_delta = nullptr;
  if (choices.empty()) return no_delta;
  // P8.6-14: other choices are other answers, whose text must not get into this one.
  Json const& choice = choices.front();
  if (!choice.is_object()) chunk_members::expect("a choice", "/choices/0", choice);
  Json const& delta = chunk_members::member(choice, "delta");
  if (!delta.is_null() && !delta.is_object()) chunk_members::expect("a delta", delta_pointer, delta);
  return delta;
}

/// The generator of §8.6: between two items it stands behind the content of a delta, whose tool calls and refusal it
/// looks at only when the next item is asked for.
class ChatItems {
 public:
  explicit ChatItems(std::shared_ptr<PromptyStream> chunks) : chunks_(std::move(chunks)) {}

  std::optional<StreamItem> next() {
    while (!calls_) {
      if (!rest_.is_null()) take_rest(std::exchange(rest_, nullptr));
      // P8.6-01: the next chunk may be long in coming; what the last one added is handed on by now.
      std::optional<Json> const chunk = chunks_->next();
      if (!chunk) {
        // P8.6-09: until now any call could have had another fragment.
        calls_ = assembly_.calls();
        break;
      }
      rest_ = delta_of(*chunk);
      if (rest_.is_null()) continue;
      // P8.6-12: content goes out before the refusal beside it is raised.
      std::string const& content = chunk_members::text(rest_, "content", delta_pointer);
      // P8.6-02, P8.6-03: nothing is trimmed, so that a blank is an item; null has been read as empty.
      if (!content.empty()) return content;
    }
    if (given_ == calls_->size()) return std::nullopt;
    return (*calls_)[given_++];
  }

 private:
  void take_rest(Json const& delta) {
    assembly_.add(chunk_members::member(delta, "tool_calls"));
    std::string const& refusal = chunk_members::text(delta, "refusal", delta_pointer);
    // P8.6-11: an empty one refuses nothing.
    if (!refusal.empty()) throw errors::model_refused(refusal);
  }

  std::shared_ptr<PromptyStream> chunks_;
  CallAssembly assembly_;
  Json rest_ = nullptr;
  std::optional<std::vector<ToolCall>> calls_;
  std::size_t given_ = 0;
};

}  // namespace
}  // namespace chat_stream

ItemStream process_chat_stream(std::shared_ptr<PromptyStream> chunks) {
  return ItemStream([items = chat_stream::ChatItems(std::move(chunks))]() mutable { return items.next(); });
}

}  // namespace prompty::processing
