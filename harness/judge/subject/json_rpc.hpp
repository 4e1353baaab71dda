#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "harness/judge/subject/subject.hpp"

namespace conformance {

/// Cuts a stream of bytes into lines ended by "\n", however the bytes arrive, and bounds what it keeps.
class LineReader {
 public:
  explicit LineReader(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

  void feed(std::string_view bytes);

  /// The next complete line without its "\n", in order; nothing when none is complete or `overlong` holds.
  [[nodiscard]] std::optional<std::string> next_line();

  /// Whether the line that comes next is longer than allowed. It stays so: such a stream is of no more use.
  [[nodiscard]] bool overlong() const { return overlong_; }

  /// Bytes of the unfinished line.
  [[nodiscard]] std::size_t unfinished_bytes() const { return buffer_.size() - start_; }

 private:
  std::size_t const max_line_bytes_;
  std::string buffer_;
  std::size_t start_ = 0;     // of the next line
  std::size_t searched_ = 0;  // no "\n" between start_ and here
  bool overlong_ = false;
};

/// The error codes of the adapter protocol, and JSON-RPC's for a line that is not JSON.
enum class RpcError : std::int64_t {
  raised = -32000,
  unsupported_input = -32001,
  unsupported = -32601,
  not_json = -32700
};

/// A JSON-RPC request object.
[[nodiscard]] Json request_message(std::int64_t id, std::string const& method, Json const& params);

/// What one JSON-RPC response says to the request `awaited_id`: a result; -32601 → unsupported; -32001 →
/// unsupported_input; -32000 with data that holds a known kind and a message → error. Everything else, another id
/// included, → protocol_fault with a sentence that says what is wrong.
[[nodiscard]] Reply reply_from_response(Json response, std::int64_t awaited_id);

/// A reply that carries no value, only a sentence.
[[nodiscard]] Reply reply_without_value(Reply::Status status, std::string detail);

/// A response: its id and the whole message.
struct AnswerMessage {
  std::int64_t id = 0;
  Json message;
};

/// An `item` notification of a stream that is being served.
struct ItemNotification {
  std::int64_t id = 0;  ///< of the request
  Json item;
  std::size_t bytes = 0;  ///< about what it takes in memory
};

/// A line that is no message of the protocol; `problem` is one sentence.
struct UnreadableLine {
  std::string problem;
};

/// What one line of an adapter's standard output holds. Nesting deeper than 512 levels, more than 500,000 values
/// and an object of more than 4,096 members are unreadable, so that nothing behind this door has to fear for its stack,
/// memory or time. Of a member that occurs twice the last counts.
[[nodiscard]] std::variant<AnswerMessage, ItemNotification, UnreadableLine> decode_answer_line(std::string_view line);

}  // namespace conformance
