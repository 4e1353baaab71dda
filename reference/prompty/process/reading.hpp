#pragma once

#include <memory>

#include "prompty/core/agent.hpp"
#include "prompty/core/stream.hpp"
#include "prompty/core/streamed_calls.hpp"

/// What the processing of all formats shares. What is called a pointer is the JSON pointer of a value in the response,
/// for the errors about it.
namespace prompty::processing {

/// Throws ValueError `Unexpected response format: POINTER must be WHAT, not …` about `found` (P12.2-02).
[[noreturn]] void expect(std::string_view what, std::string_view pointer, Json const& found);

/// Whether the member `type` of `object` is that text.
[[nodiscard]] bool has_type(Json const& object, std::string_view type);

// The member of a type. `pointer` is that of `object`. They throw ValueError as `expect` for a value of another type.

[[nodiscard]] std::string const& text_member(Json const& object, std::string_view name, std::string_view pointer);
/// "" when it is null or absent.
[[nodiscard]] std::string const& optional_text(Json const& object, std::string_view name, std::string_view pointer);
[[nodiscard]] std::int64_t integer_member(Json const& object, std::string_view name, std::string_view pointer);
[[nodiscard]] Json const& list_member(Json const& object, std::string_view name, std::string_view pointer = "");
/// Null when it is null or absent.
[[nodiscard]] Json const& optional_list(Json const& object, std::string_view name, std::string_view pointer);
/// `what` names the object in the error.
[[nodiscard]] Json const& object_member(Json const& object, std::string_view name, std::string_view pointer,
                                        std::string_view what = "an object");
/// Null when it is null or absent.
[[nodiscard]] Json const& optional_object(Json const& object, std::string_view name, std::string_view pointer,
                                          std::string_view what);

/// The outcome for the text of an answer: the JSON value in it when the agent declares outputs and the text is JSON,
/// otherwise the text as it is (§7.7). An empty text stays text.
[[nodiscard]] Outcome text_outcome(PromptyAgent const& agent, std::string content);

/// How the chunks of a stream are read: in their order, each an object, with `calls` for what they say of tool calls.
/// Both functions throw ValueError for a refusal, a failure that the answer reports, or a chunk of another shape.
struct ChunkFormat {
  /// The text that a chunk adds, "" for none. `type` is that of an event.
  std::string (*read)(std::string const& type, Json const& chunk, StreamedCalls& calls);
  /// Reads what goes after the text of a chunk; called when the next item is requested. Null when nothing does.
  void (*read_rest)(Json const& chunk, StreamedCalls& calls) = nullptr;
  /// The types of the events that end the stream, the usual one first; none when the chunks are no events, which name
  /// their `type` (§10.1).
  std::vector<std::string_view> endings = {};
};

/// Each piece of text as its chunk arrives, the tool calls behind the last chunk. `next` throws what the format and
/// `chunks` throw, and ValueError for a chunk that is no object; nothing follows that. For events it also throws
/// ExecuteError for one of type `error`, and ConnectionError when the chunks end before the stream has; what comes
/// behind the end is read and ignored. `chunks` is not null.
[[nodiscard]] ItemStream items_of(std::shared_ptr<PromptyStream> chunks, ChunkFormat format);

}  // namespace prompty::processing
