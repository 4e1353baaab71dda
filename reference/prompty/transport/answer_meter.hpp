#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "prompty/transport/http_options.hpp"

namespace prompty {

/// What a body is bounded as.
enum class BodyKind : std::uint8_t { answer, event_stream };

/// Counts what one answer brings and knows which bound of the options it has gone beyond. Used by one thread at a time.
class AnswerMeter {
 public:
  enum class Excess : std::uint8_t { none, line, headers, answer, stream };

  /// cpp-httplib matches a status line with std::regex, whose stack grows with the line.
  static constexpr std::size_t max_line_bytes = 8192;

  explicit AnswerMeter(HttpOptions const& options);

  /// Takes bytes as they come from the connection. False when too many are no content: headers, or what stands between
  /// the chunks of a body. Of bytes behind the headers that shows with those that come next.
  [[nodiscard]] bool take(std::string_view bytes);

  /// The headers are over.
  void begin_body(BodyKind kind);

  /// Takes bytes of the body, decompressed; false when it has become too large.
  [[nodiscard]] bool take_content(std::size_t size);

  [[nodiscard]] Excess excess() const { return excess_; }

 private:
  void count(std::string_view bytes);

  std::size_t max_header_bytes_;
  std::size_t max_answer_bytes_;
  std::size_t max_stream_bytes_;
  bool is_in_body_ = false;
  BodyKind kind_ = BodyKind::answer;
  Excess excess_ = Excess::none;
  std::size_t around_content_ = 0;  ///< bytes since the start, or since the last content
  std::size_t line_ = 0;            ///< those of them behind the last end of a line
  std::size_t content_ = 0;
};

}  // namespace prompty
