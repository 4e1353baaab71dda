#pragma once

#include <memory>

#include "prompty/core/agent.hpp"
#include "prompty/core/json.hpp"
#include "prompty/core/outcome.hpp"
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

/// The outcome for the text of an answer: the JSON value in it when the agent declares outputs and the text is JSON,
/// otherwise the text as it is (§7.7). An empty text stays text.
[[nodiscard]] Outcome text_outcome(PromptyAgent const& agent, std::string content);

/// Reads the chunks of one stream, in their order.
class ChunkReader {
 public:
  virtual ~ChunkReader() = default;

  /// The text that the chunk adds, "" for none. Throws ValueError for a refusal, a failure that the answer reports, or
  /// a chunk of another shape.
  virtual std::string read(Json const& chunk) = 0;

  /// Reads what goes after the text of the chunk before; called before the next chunk is requested.
  virtual void read_rest() {}

  /// The tool calls, in their order; called at the end of the chunks. Throws ConnectionError when they end too early.
  [[nodiscard]] virtual std::vector<ToolCall> calls() const = 0;
};

/// Each piece of text as its chunk arrives, the tool calls behind the last chunk. `next` throws what the reader and
/// `chunks` throw; nothing follows that. Neither argument is null.
[[nodiscard]] ItemStream items_of(std::shared_ptr<PromptyStream> chunks, std::shared_ptr<ChunkReader> reader);

/// A format of streams whose chunks are events that name their `type` (§10.1).
struct EventFormat {
  /// The text that an event adds, "" for none; what it says of tool calls goes into `calls`. Throws as
  /// `ChunkReader::read`.
  std::string (*read)(std::string const& type, Json const& event, StreamedCalls& calls);
  /// The types of the events that end the stream, the usual one first.
  std::vector<std::string_view> endings;
};

/// The items of a stream of that format, as `items_of`. `next` also throws ExecuteError for an event of type `error`,
/// ConnectionError when the chunks end before the stream has, and ValueError for a chunk that is no object. What comes
/// behind the end is read and ignored.
[[nodiscard]] ItemStream items_of_events(std::shared_ptr<PromptyStream> chunks, EventFormat format);

}  // namespace prompty::processing
