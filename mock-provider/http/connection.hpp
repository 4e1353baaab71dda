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

/// How many requests of a connection are answered before the server ends it.
enum class Requests : std::uint8_t { all, first };

/// Lets so many connections in; others wait here. Of those, a few are let in whose request is urgent. Thread-safe.
class WaitingRoom {
 public:
  /// `is_urgent` tells whether a request that begins so is not to wait.
  WaitingRoom(std::size_t most_inside, std::function<bool(std::string_view)> is_urgent);

  /// The connection when it is let in; nullptr when it waits.
  [[nodiscard]] std::unique_ptr<Channel> enter(std::unique_ptr<Channel> channel);
  /// To be called when one has ended that was let in, for as many requests: the one that is let in instead, nullptr for
  /// none.
  [[nodiscard]] std::unique_ptr<Channel> leave(Requests requests);
  /// Waits for a connection with an urgent request and lets it in for this one; nullptr once the room is closed.
  [[nodiscard]] std::unique_ptr<Channel> next_urgent();
  /// Ends `next_urgent`, and the connections that wait.
  void close();

 private:
  [[nodiscard]] std::unique_ptr<Channel> take_urgent();

  std::size_t const most_inside_;
  std::function<bool(std::string_view)> const is_urgent_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Channel>> waiting_;
  std::size_t inside_ = 0;
  std::size_t urgent_ = 0;  ///< of those inside, beyond the others
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

/// A connection from its first request to its last.
class Connection {
 public:
  Connection(std::unique_ptr<Channel> channel, ReadLimits const& limits, Requests requests);

  enum class Then : std::uint8_t {
    rests,  ///< until the client sends another request
    ends
  };
  /// Answers the next request, and those that came with it.
  [[nodiscard]] Then serve(Handlers const& handlers);

  [[nodiscard]] int descriptor() const { return channel_->descriptor(); }
  /// Whether bytes of a request are at hand that the descriptor does not tell of.
  [[nodiscard]] bool has_more() const { return reader_.has_more(); }
  [[nodiscard]] Requests requests() const { return requests_; }

 private:
  std::unique_ptr<Channel> channel_;
  RequestReader reader_;
  Requests requests_;
  bool is_open_ = false;
};

/// Answers all requests of a connection.
void serve(Channel& channel, ReadLimits const& limits, Handlers const& handlers);

}  // namespace mock_provider::http
