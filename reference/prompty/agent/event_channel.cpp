#include "prompty/agent/event_channel.hpp"

#include <exception>

#include "prompty/core/error.hpp"

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

void EventChannel::send_end(std::exception_ptr const& failure) {
  try {
    std::rethrow_exception(failure);
  } catch (CancelledError const&) {
    send(CancelledEvent{});
  } catch (std::exception const& error) {
    send(ErrorEvent{error.what()});
  } catch (...) {
    send(ErrorEvent{"something that is no exception was thrown"});
  }
}

}  // namespace prompty
