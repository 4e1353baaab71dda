#include "harness/judge/subject/in_flight.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "harness/judge/subject/json_rpc.hpp"

namespace conformance {
namespace {

// Millions of requests later the ids are still integers that every JSON library keeps exactly.
constexpr std::int64_t smallest_step = 1'000;
constexpr std::int64_t largest_step = 1'000'000;
constexpr std::size_t most_item_bytes = std::size_t{64} * 1024 * 1024;

}  // namespace

Concurrency concurrency_allowed_by(Json const& params) {
  constexpr std::string_view process_wide[] = {"env", "envAfter", "cwd", "register"};
  bool const changes_the_process = std::any_of(std::begin(process_wide), std::end(process_wide),
                                               [&](std::string_view name) { return params.contains(name); });
  return changes_the_process ? Concurrency::alone : Concurrency::any;
}

thread_local int WithinRequest::depth = 0;

RequestGate::Pass RequestGate::enter(Concurrency concurrency) {
  if (WithinRequest::is_on_this_thread()) return Pass(nullptr, concurrency);
  std::unique_lock lock(mutex_);
  if (concurrency == Concurrency::any) {
    room_.wait(lock, [this] { return inside_ < limit_ && !exclusive_inside_ && lonely_waiting_ == 0; });
  } else {
    ++lonely_waiting_;
    drained_.wait(lock, [this] { return inside_ == 0; });
    --lonely_waiting_;
    exclusive_inside_ = true;
  }
  ++inside_;
  return Pass(this, concurrency);
}

void RequestGate::leave(Concurrency concurrency) {
  std::lock_guard const lock(mutex_);
  --inside_;
  if (concurrency == Concurrency::alone) exclusive_inside_ = false;
  if (lonely_waiting_ == 0)
    room_.notify_all();
  else if (inside_ == 0)
    drained_.notify_one();
}

std::optional<std::int64_t> InFlight::open(ItemListener const& on_item) {
  std::lock_guard const lock(mutex_);
  if (!takes_requests_) return std::nullopt;
  last_id_ += std::uniform_int_distribution<std::int64_t>(smallest_step, largest_step)(random_);
  requests_.emplace(last_id_, Request{.on_item = on_item});
  return last_id_;
}

InFlight::Settlement InFlight::settle(std::int64_t id, Reply reply) {
  std::unique_lock lock(mutex_);
  if (abandoned_.erase(id) > 0) return Settlement::late;
  std::map<std::int64_t, Request>::iterator const request = requests_.find(id);
  if (request == requests_.end() || request->second.reply) return Settlement::unknown;
  request->second.reply = std::move(reply);
  std::shared_ptr<std::condition_variable> const settled = request->second.settled;
  lock.unlock();
  // Whoever wakes while the lock is held has to wait again.
  settled->notify_all();
  return Settlement::awaited;
}

InFlight::Settlement InFlight::deliver(std::int64_t id, Json item, std::size_t bytes) {
  std::lock_guard const lock(mutex_);
  if (abandoned_.contains(id)) return Settlement::late;
  std::map<std::int64_t, Request>::iterator const request = requests_.find(id);
  if (request == requests_.end() || request->second.reply) return Settlement::unknown;
  request->second.item_bytes += bytes;
  if (request->second.item_bytes > most_item_bytes) return Settlement::too_much;
  request->second.items.push_back(std::move(item));
  // Under the lock, so that whoever waits does not leave meanwhile.
  if (request->second.on_item) request->second.on_item(request->second.items.back());
  return Settlement::awaited;
}

Reply InFlight::wait(std::int64_t id, std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  std::map<std::int64_t, Request>::iterator const awaited = requests_.find(id);
  awaited->second.settled->wait_for(lock, limit, [&] { return awaited->second.reply.has_value(); });
  Request request = std::move(awaited->second);
  requests_.erase(awaited);
  if (!request.reply) {
    abandoned_.insert(id);
    takes_requests_ = false;
    request.reply = reply_without_value(Reply::Status::timeout, fmt::format("no answer within {} ms", limit.count()));
  }
  request.reply->items = std::move(request.items);
  return *std::move(request.reply);
}

void InFlight::close(Reply ending) {
  std::lock_guard const lock(mutex_);
  if (std::exchange(closed_, true)) return;
  takes_requests_ = false;
  bool paid = !abandoned_.empty();
  for (auto& [id, request] : requests_) {
    if (request.reply) continue;
    request.reply = ending;
    request.settled->notify_all();
    paid = true;
  }
  if (!paid) ending_ = std::move(ending);
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
