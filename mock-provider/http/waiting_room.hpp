#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>

#include "mock-provider/http/channel.hpp"

namespace mock_provider::http {

/// Connections that were accepted and that no thread serves yet. Thread-safe.
class WaitingRoom {
 public:
  /// `is_urgent` tells whether a request that begins so is not to wait.
  explicit WaitingRoom(std::function<bool(std::string_view)> is_urgent);

  void add(std::unique_ptr<Channel> channel);
  /// The one that has waited longest; nullptr when there is none.
  [[nodiscard]] std::unique_ptr<Channel> take_oldest();

  /// Every thread is taken: from now on, until no request waits any more, it is looked for urgent requests.
  void look_around();
  /// Waits for a connection with an urgent request; nullptr once the room is closed.
  [[nodiscard]] std::unique_ptr<Channel> next_urgent();
  /// Ends `next_urgent`. Who waits can still be taken.
  void close();

 private:
  [[nodiscard]] std::unique_ptr<Channel> take_urgent();

  std::function<bool(std::string_view)> const is_urgent_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Channel>> waiting_;
  bool is_watched_ = false;
  bool is_closed_ = false;
};

}  // namespace mock_provider::http
