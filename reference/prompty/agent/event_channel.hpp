#pragma once

#include <exception>
#include <functional>
#include <mutex>

#include "prompty/agent/turn_options.hpp"

namespace prompty {

/// The way of a turn's events to whoever listens: one at a time, from any thread, and never the reason why a turn fails
/// (P13.1-09, A-372).
class EventChannel {
 public:
  /// `options` must outlive this.
  explicit EventChannel(TurnOptions const& options) : options_(options) {}

  [[nodiscard]] bool is_heard() const { return static_cast<bool>(options_.on_event); }

  void send(Event const& event);

  /// The last event of a turn that ends in that error: `cancelled` for a CancelledError (P13.2-01), and otherwise
  /// `error` (P13.1-08).
  void send_end(std::exception_ptr const& failure);

 private:
  TurnOptions const& options_;
  std::mutex mutex_;
};

}  // namespace prompty
