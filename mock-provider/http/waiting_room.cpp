#include "mock-provider/http/waiting_room.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace mock_provider::http {
namespace waiting_room {
namespace {

/// Nothing tells when a client has sent its first line, whatever it speaks: those who wait are asked this often.
constexpr std::chrono::milliseconds between_looks{20};
/// Enough for a method and the beginning of a path.
constexpr std::size_t bytes_of_beginning = 64;

}  // namespace
}  // namespace waiting_room

WaitingRoom::WaitingRoom(std::function<bool(std::string_view)> is_urgent) : is_urgent_(std::move(is_urgent)) {}

void WaitingRoom::add(std::unique_ptr<Channel> channel) {
  std::lock_guard const lock(mutex_);
  waiting_.push_back(std::move(channel));
}

std::unique_ptr<Channel> WaitingRoom::take_oldest() {
  std::lock_guard const lock(mutex_);
  if (waiting_.empty()) return nullptr;
  std::unique_ptr<Channel> oldest = std::move(waiting_.front());
  waiting_.pop_front();
  return oldest;
}

void WaitingRoom::look_around() {
  std::lock_guard const lock(mutex_);
  is_watched_ = true;
  changed_.notify_all();
}

std::unique_ptr<Channel> WaitingRoom::next_urgent() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_closed_ || is_watched_; });
    if (is_closed_) return nullptr;
    if (std::unique_ptr<Channel> urgent = take_urgent()) return urgent;
    is_watched_ = !waiting_.empty();
    changed_.wait_for(lock, waiting_room::between_looks, [this] { return is_closed_; });
  }
}

void WaitingRoom::close() {
  std::lock_guard const lock(mutex_);
  is_closed_ = true;
  changed_.notify_all();
}

std::unique_ptr<Channel> WaitingRoom::take_urgent() {
  std::array<char, waiting_room::bytes_of_beginning> room{};
  auto const found = std::find_if(waiting_.begin(), waiting_.end(), [&](std::unique_ptr<Channel> const& channel) {
    return is_urgent_(std::string_view(room.data(), channel->peek(room)));
  });
  if (found == waiting_.end()) return nullptr;
  std::unique_ptr<Channel> urgent = std::move(*found);
  waiting_.erase(found);
  return urgent;
}

}  // namespace mock_provider::http
