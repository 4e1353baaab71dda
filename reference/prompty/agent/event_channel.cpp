#include "prompty/agent/event_channel.hpp"

#include <exception>

namespace prompty {

void EventChannel::send(Event const& event) {
  if (!is_heard()) return;
  std::scoped_lock const lock(mutex_);
  try {
    options_.on_event(event);
  } catch (...) {
    if (options_.on_callback_failure) options_.on_callback_failure(std::current_exception());
  }
}

}  // namespace prompty
