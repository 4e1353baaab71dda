#include "mock-provider/http/lounge.hpp"

#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <system_error>
#include <utility>

namespace mock_provider::http {
namespace {

/// Throws std::system_error for what is no descriptor.
int required(int descriptor) {
  if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "the server cannot wait for connections");
  return descriptor;
}

}  // namespace

Lounge::Lounge(std::chrono::milliseconds silence)
    : silence_(silence),
      events_(required(epoll_create1(EPOLL_CLOEXEC))),
      alarm_(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = nullptr;
  if (alarm_ >= 0 && epoll_ctl(events_, EPOLL_CTL_ADD, alarm_, &event) == 0) return;
  int const reason = errno;
  if (alarm_ >= 0) ::close(alarm_);
  ::close(events_);
  throw std::system_error(reason, std::generic_category(), "the server cannot wait for connections");
}

Lounge::~Lounge() {
  ::close(alarm_);
  ::close(events_);
}

bool Lounge::take(std::unique_ptr<Connection>& connection) {
  std::lock_guard const lock(mutex_);
  int const descriptor = connection->descriptor();
  Guest& guest = guests_.emplace_back();
  guest.place = std::prev(guests_.end());
  epoll_event event{};
  // What is at hand already comes at once, since something can be sent at any time.
  event.events = EPOLLIN | EPOLLONESHOT | (connection->has_more() ? EPOLLOUT : 0U);
  event.data.ptr = &guest;
  bool const is_known = epoll_ctl(events_, EPOLL_CTL_MOD, descriptor, &event) == 0;
  if (!is_known && epoll_ctl(events_, EPOLL_CTL_ADD, descriptor, &event) != 0) {
    guests_.pop_back();
    return false;
  }
  guest.connection = std::move(connection);
  guest.until = Clock::now() + silence_;
  if (!is_alarm_set_) set_alarm(silence_);
  return true;
}

std::unique_ptr<Connection> Lounge::next() {
  for (;;) {
    epoll_event event{};
    int const count = epoll_wait(events_, &event, 1, -1);
    if (count < 0 && errno != EINTR) return nullptr;
    if (count <= 0) continue;
    std::lock_guard const lock(mutex_);
    if (event.data.ptr != nullptr) return released(*static_cast<Guest*>(event.data.ptr));
    if (is_closed_) return nullptr;
    send_away_the_silent();
  }
}

std::unique_ptr<Connection> Lounge::released(Guest& guest) {
  std::unique_ptr<Connection> connection = std::move(guest.connection);
  guests_.erase(guest.place);
  return connection;
}

void Lounge::close() {
  std::lock_guard const lock(mutex_);
  is_closed_ = true;
  // It is never read from now on, so that it rings for every thread.
  set_alarm(std::chrono::nanoseconds(1));
}

void Lounge::clear() {
  std::lock_guard const lock(mutex_);
  guests_.clear();
}

void Lounge::send_away_the_silent() {
  std::uint64_t rings = 0;
  is_alarm_set_ = read(alarm_, &rings, sizeof(rings)) < 0 && is_alarm_set_;
  Clock::time_point const now = Clock::now();
  while (!guests_.empty() && guests_.front().until <= now) {
    Guest& guest = guests_.front();
    // Its end comes to `next` as what is to be read.
    shutdown(guest.connection->descriptor(), SHUT_RDWR);
    guest.until = Clock::time_point::max();
    guests_.splice(guests_.end(), guests_, guest.place);
  }
  bool const may_fall_silent = !guests_.empty() && guests_.front().until != Clock::time_point::max();
  if (!is_alarm_set_ && may_fall_silent) set_alarm(guests_.front().until - now);
}

void Lounge::set_alarm(Clock::duration from_now) {
  std::chrono::nanoseconds const time = std::max(std::chrono::nanoseconds(1), std::chrono::nanoseconds(from_now));
  std::chrono::seconds const whole = std::chrono::duration_cast<std::chrono::seconds>(time);
  itimerspec alarm{};
  alarm.it_value = {.tv_sec = whole.count(), .tv_nsec = (time - whole).count()};
  timerfd_settime(alarm_, 0, &alarm, nullptr);
  is_alarm_set_ = true;
}

}  // namespace mock_provider::http
