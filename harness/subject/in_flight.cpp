#include "harness/subject/in_flight.hpp"

#include <fmt/core.h>

#include <utility>

#include "harness/subject/reply.hpp"

namespace conformance {
namespace in_flight {
namespace {

// Millions of requests later the ids are still integers that every JSON library keeps exactly.
constexpr std::int64_t smallest_step = 1'000;
constexpr std::int64_t largest_step = 1'000'000;

}  // namespace
}  // namespace in_flight

std::optional<std::int64_t> InFlight::open() {
  std::lock_guard const lock(mutex_);
  if (!takes_requests_) return std::nullopt;
  last_id_ += std::uniform_int_distribution<std::int64_t>(in_flight::smallest_step, in_flight::largest_step)(random_);
  requests_.emplace(last_id_, std::nullopt);
  return last_id_;
}

InFlight::Settlement InFlight::settle(std::int64_t id, Reply reply) {
  {
    std::lock_guard const lock(mutex_);
    if (abandoned_.erase(id) > 0) return Settlement::late;
    std::map<std::int64_t, std::optional<Reply>>::iterator const request = requests_.find(id);
    if (request == requests_.end() || request->second) return Settlement::unknown;
    request->second = std::move(reply);
  }
  settled_.notify_all();
  return Settlement::awaited;
}

Reply InFlight::wait(std::int64_t id, std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  settled_.wait_for(lock, limit, [this, id] { return requests_.at(id).has_value(); });
  std::optional<Reply> reply = std::move(requests_.at(id));
  requests_.erase(id);
  if (reply) return *std::move(reply);
  abandoned_.insert(id);
  takes_requests_ = false;
  return reply_without_value(Reply::Status::timeout, fmt::format("no answer within {} ms", limit.count()));
}

void InFlight::close(Reply ending) {
  {
    std::lock_guard const lock(mutex_);
    if (std::exchange(closed_, true)) return;
    takes_requests_ = false;
    bool paid = !abandoned_.empty();
    for (std::pair<std::int64_t const, std::optional<Reply>>& request : requests_) {
      if (request.second) continue;
      request.second = ending;
      paid = true;
    }
    if (!paid) ending_ = std::move(ending);
  }
  settled_.notify_all();
}

std::optional<Reply> InFlight::take_ending() {
  std::lock_guard const lock(mutex_);
  return std::exchange(ending_, std::nullopt);
}

bool InFlight::is_spent() const {
  std::lock_guard const lock(mutex_);
  return !takes_requests_ && !ending_;
}

}  // namespace conformance
