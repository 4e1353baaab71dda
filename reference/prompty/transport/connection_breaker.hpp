#pragma once

#include <mutex>

namespace prompty {

/// Ends a connection of another thread, from the moment its socket is made. What that thread is waiting for fails then.
class ConnectionBreaker {
 public:
  ConnectionBreaker() = default;
  ~ConnectionBreaker();
  ConnectionBreaker(ConnectionBreaker const&) = delete;
  ConnectionBreaker& operator=(ConnectionBreaker const&) = delete;

  /// The connection is, from now on, that of `socket`. The descriptor may be closed at any time.
  void watch(int socket);

  /// Without effect on a socket that is not connecting yet.
  void break_off();

 private:
  std::mutex mutex_;
  int descriptor_ = -1;
};

}  // namespace prompty
