#pragma once

#include <csignal>
#include <mutex>

#include "prompty/core/error.hpp"
#include "prompty/transport/http_transport.hpp"

namespace prompty {

/// Which limit of size a body has.
enum class BodyKind : std::uint8_t { answer, event_stream };

/// Counts the bytes of one answer and knows which limit of the options it has exceeded. Used by one thread at a time.
class AnswerMeter {
 public:
  /// cpp-httplib matches a status line with std::regex, whose stack grows with the line.
  static constexpr std::size_t max_line_bytes = 8192;

  /// The answer is that of `url`, which errors show as it is: it must hold no secrets.
  explicit AnswerMeter(HttpOptions options, std::string url = "")
      : options_(std::move(options)), url_(std::move(url)) {}

  /// Takes bytes as they come from the connection. False when too many are not content: headers, or what stands between
  /// the chunks of a body; for bytes behind the headers this shows with the next ones.
  [[nodiscard]] bool take(std::string_view bytes);

  /// The headers are over.
  void begin_body(BodyKind kind);

  /// Takes bytes of the body, decompressed; false when it has become too large.
  [[nodiscard]] bool take_content(std::size_t size);

  /// The error for the limit that the answer exceeds; nothing when it is within all.
  [[nodiscard]] std::optional<AnswerLimitError> const& excess() const { return excess_; }

 private:
  void count(std::string_view bytes);

  HttpOptions options_;
  std::string url_;
  std::optional<BodyKind> body_;  ///< none while the headers come
  std::optional<AnswerLimitError> excess_;
  std::size_t around_content_ = 0;  ///< bytes since the start, or since the last content
  std::size_t line_ = 0;            ///< those of them behind the last end of a line
  std::size_t content_ = 0;
};

/// Ends a connection of another thread, from the moment its socket is made, so that what this thread waits for fails.
class ConnectionBreaker {
 public:
  ConnectionBreaker() = default;
  ~ConnectionBreaker();
  ConnectionBreaker(ConnectionBreaker const&) = delete;
  ConnectionBreaker& operator=(ConnectionBreaker const&) = delete;

  /// From now on the connection is that of `socket`, which may be closed at any time.
  void watch(int socket);
  /// Without effect on a socket that is not connecting yet.
  void break_off();

 private:
  std::mutex mutex_;
  int descriptor_ = -1;
};

/// During its lifetime, writing to a connection that the other side has closed is an error for this thread instead of a
/// signal that ends the process. The process's handler and other threads are not affected.
class BrokenPipeSilencer {
 public:
  BrokenPipeSilencer();
  ~BrokenPipeSilencer();
  BrokenPipeSilencer(BrokenPipeSilencer const&) = delete;
  BrokenPipeSilencer& operator=(BrokenPipeSilencer const&) = delete;

 private:
  sigset_t previous_mask_;
  bool pending_before_;
};

}  // namespace prompty
