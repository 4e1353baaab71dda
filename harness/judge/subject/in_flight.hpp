#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "harness/judge/subject/subject.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

enum class Concurrency {
  any,   ///< other requests may be open at the same time
  alone  ///< no other request may be open
};

/// `alone` for params that set the environment or the working folder or register something, by the protocol's promise
/// to adapters.
[[nodiscard]] Concurrency concurrency_allowed_by(Json const& params);

/// For as long as it lives, this thread makes its requests on behalf of one that is under way and waits for them. A
/// gate lets such requests in at once, since otherwise each would wait for the other.
class WithinRequest {
 public:
  WithinRequest() { ++depth; }
  ~WithinRequest() { --depth; }
  WithinRequest(WithinRequest const&) = delete;
  WithinRequest& operator=(WithinRequest const&) = delete;

  [[nodiscard]] static bool is_on_this_thread() { return depth > 0; }

 private:
  static thread_local int depth;
};

/// Lets at most `limit` requests in at once, and a lonely one only by itself. A waiting lonely request holds back the
/// ones that come after it, so that it gets its turn.
class RequestGate {
 public:
  explicit RequestGate(int limit) : limit_(limit) {}

  /// Being inside; leaves when it is destroyed.
  class Pass {
   public:
    /// Of a request that the gate does not count, without a gate.
    Pass(RequestGate* gate, Concurrency concurrency) : gate_(gate), concurrency_(concurrency) {}
    ~Pass() {
      if (gate_ != nullptr) gate_->leave(concurrency_);
    }
    Pass(Pass const&) = delete;
    Pass& operator=(Pass const&) = delete;

   private:
    RequestGate* gate_;
    Concurrency concurrency_;
  };

  /// Waits for its turn.
  [[nodiscard]] Pass enter(Concurrency concurrency);

 private:
  void leave(Concurrency concurrency);

  int const limit_;
  std::mutex mutex_;
  std::condition_variable room_;     ///< for concurrent requests
  std::condition_variable drained_;  ///< for lonely ones
  int inside_ = 0;
  int lonely_waiting_ = 0;
  bool exclusive_inside_ = false;
};

/// The requests that one running adapter has not answered yet. One thread settles, any number wait.
///
/// Who pays when the adapter as a whole fails: every request that is open at that moment; when none is open, the next
/// one, so that the verdict does not depend on whether the failure was noticed before or after it was sent.
class InFlight {
 public:
  /// A fresh id, larger than those before and not to be guessed from them (an answer to a request that is still to come
  /// must never pass for the answer to it), or nothing when the table takes no more requests. `on_item` gets items
  /// until `wait` returns.
  [[nodiscard]] std::optional<std::int64_t> open(ItemListener const& on_item = {});

  enum class Settlement {
    awaited,  ///< somebody gets the reply
    late,     ///< the time limit was over; the reply is dropped
    unknown,  ///< never sent, or answered before
    too_much  ///< more items than are kept for one request
  };
  /// The reply gets the items that were delivered for it.
  Settlement settle(std::int64_t id, Reply reply);

  /// Keeps an item of the stream that a request asks for; `bytes` is about what it takes.
  Settlement deliver(std::int64_t id, Json item, std::size_t bytes);

  /// Waits for the reply. After the limit the answer is a `timeout`, and the table takes no more requests: an adapter
  /// that hangs on one is not given the next. Those still open may be answered.
  [[nodiscard]] Reply wait(std::int64_t id, std::chrono::milliseconds limit);

  /// The adapter is gone: every open request ends with `ending`, or it is kept for `take_ending`. The first call
  /// counts.
  void close(Reply ending);

  /// The ending that is charged to no request yet; given once.
  [[nodiscard]] std::optional<Reply> take_ending();

  /// Whether it takes no more requests and its ending is charged to a request.
  [[nodiscard]] bool is_spent() const;

 private:
  mutable std::mutex mutex_;
  struct Request {
    // One for each, so that a reply wakes only its waiter; shared, as the waiter may have taken the request away by
    // then.
    std::shared_ptr<std::condition_variable> settled = std::make_shared<std::condition_variable>();
    std::optional<Reply> reply = std::nullopt;
    std::vector<Json> items = {};
    std::size_t item_bytes = 0;
    ItemListener on_item = {};
  };
  std::map<std::int64_t, Request> requests_;
  std::set<std::int64_t> abandoned_;
  std::int64_t last_id_ = 0;
  std::mt19937_64 random_{std::random_device{}()};
  bool takes_requests_ = true;
  bool closed_ = false;
  std::optional<Reply> ending_;
};

}  // namespace conformance
