#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace conformance
