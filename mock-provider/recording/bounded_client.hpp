#pragma once

#include <httplib.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace mock_provider {

/// Counts what comes of an answer besides the content of its body: the status line, headers, and what stands between
/// the chunks. cpp-httplib itself bounds none of it, and matches the status line with std::regex, whose stack grows
/// with the line.
class AnswerBounds {
 public:
  static constexpr std::size_t most_bytes = 262'144;  ///< before the body, and between two pieces of it
  static constexpr std::size_t most_line_bytes = 8'192;

  /// Takes bytes as they come. False when too many came before without content.
  [[nodiscard]] bool take(std::string_view bytes);
  /// What came last was content.
  void note_content();
  [[nodiscard]] bool are_exceeded() const { return are_exceeded_; }

 private:
  std::size_t bytes_ = 0;
  std::size_t line_bytes_ = 0;
  bool are_exceeded_ = false;
};

/// Whether `origin`, a scheme ("http" or "https"), "://", a host and maybe a port, names a server.
[[nodiscard]] bool names_a_server(std::string const& origin);

/// A client for requests to `origin`, which names a server. What it reads ends where `bounds`, which must outlive it,
/// are exceeded.
[[nodiscard]] std::unique_ptr<httplib::ClientImpl> bounded_client(std::string const& origin, AnswerBounds& bounds,
                                                                  int read_seconds);

}  // namespace mock_provider
