#pragma once

#include <chrono>
#include <list>
#include <memory>
#include <mutex>

#include "mock-provider/http/connection.hpp"

namespace mock_provider::http {

/// Connections between two requests, which take no thread there. Thread-safe.
class Lounge {
 public:
  /// Who says nothing for so long is sent away. Throws std::system_error when the system has no more descriptors.
  explicit Lounge(std::chrono::milliseconds silence);
  Lounge(Lounge const&) = delete;
  Lounge& operator=(Lounge const&) = delete;
  ~Lounge();

  /// Takes the connection; false, and it is left to the caller, when the system has no room for it.
  [[nodiscard]] bool take(std::unique_ptr<Connection>& connection);
  /// Waits for one that has sent something, or that has ended; nullptr once the lounge is closed.
  [[nodiscard]] std::unique_ptr<Connection> next();
  /// Ends `next` in every thread, from now on.
  void close();
  /// Ends the connections that are left. No thread may be in `next`.
  void clear();

 private:
  struct Guest {
    std::unique_ptr<Connection> connection;
    Clock::time_point until;  ///< when it will have been silent for too long
    std::list<Guest>::iterator place;
  };

  [[nodiscard]] std::unique_ptr<Connection> released(Guest& guest);
  void send_away_the_silent();
  void set_alarm(Clock::duration from_now);

  std::chrono::milliseconds const silence_;
  int const events_;  ///< of epoll
  int const alarm_;   ///< a timer among them: rings for the first who may have been silent for too long, and at the end
  std::mutex mutex_;
  std::list<Guest> guests_;  ///< in the order of their times
  bool is_alarm_set_ = false;
  bool is_closed_ = false;
};

}  // namespace mock_provider::http
