#pragma once

#include <string>
#include <string_view>

#include "bench/mock/answer_scanner.hpp"

namespace bench {

/// One connection to loopback that never blocks.
class Client {
 public:
  /// Throws std::runtime_error when nothing listens.
  explicit Client(int port);
  Client(Client&& other) noexcept;
  Client(Client const&) = delete;
  Client& operator=(Client const&) = delete;
  Client& operator=(Client&&) = delete;
  ~Client();

  [[nodiscard]] int descriptor() const { return descriptor_; }
  /// Throws std::runtime_error when it does not go out at once.
  void send(std::string_view request) const;
  /// Reads what is there; whether the answer is complete with it. Throws std::runtime_error when the server has ended.
  [[nodiscard]] bool receive();

 private:
  int descriptor_ = -1;
  AnswerScanner scanner_;
};

}  // namespace bench
