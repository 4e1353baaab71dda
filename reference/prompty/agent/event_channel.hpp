#pragma once

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

 private:
  TurnOptions const& options_;
  std::mutex mutex_;
};

}  // namespace prompty
