#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>

#include "mock-provider/http/answer.hpp"
#include "mock-provider/http/answer_writer.hpp"
#include "mock-provider/http/channel.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/http/request_reader.hpp"

namespace mock_provider::http {

/// The descriptors of the connections that are being served, so that all can be ended at once. Thread-safe.
class ConnectionTable {
 public:
  /// Whether it may be served; false once all have been ended.
  [[nodiscard]] bool add(int descriptor);
  /// To be called before the descriptor is closed, since its number may be used anew from then on.
  void remove(int descriptor);
  /// Ends every connection, and those to come.
  void end_all();

 private:
  std::mutex mutex_;
  std::unordered_set<int> descriptors_;
  bool ended_ = false;
};

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

/// What a connection asks of the server behind it.
struct Handlers {
  std::function<Answer(Request)> answer;
  /// Called for each answer that was not delivered to its end because the client went.
  std::function<void(Answer const&, Delivery const&)> abandoned;
  /// Answers a request that cannot be read, or whose `answer` has thrown.
  std::function<Answer(Refusal)> refuse;
  /// Whether a request that begins so, as far as it has come, is answered even while every thread is taken.
  std::function<bool(std::string_view)> is_urgent = [](std::string_view) { return false; };
};

/// How many requests of a connection are answered before the server ends it.
enum class Requests : std::uint8_t { all, first };

/// Answers the requests of one connection, one after the other, until either side ends it.
void serve(Channel& channel, ReadLimits const& limits, Handlers const& handlers, Requests requests = Requests::all);

}  // namespace mock_provider::http
