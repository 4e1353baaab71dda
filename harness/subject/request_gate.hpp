#pragma once

#include <condition_variable>
#include <mutex>
#include <nlohmann/json_fwd.hpp>

#include "harness/matching/same_json.hpp"

namespace conformance {

enum class Company {
  any,   ///< other requests may be open at the same time
  alone  ///< no other request may be open
};

/// `alone` for params that set the environment or the working folder or register something, by the protocol's promise
/// to adapters.
[[nodiscard]] Company company_allowed_by(Json const& params);

/// Lets at most `limit` requests in at once, and a lonely one only by itself. A waiting lonely request holds back the
/// ones that come after it, so that it gets its turn.
class RequestGate {
 public:
  explicit RequestGate(int limit) : limit_(limit) {}

  /// Being inside; leaves when it is destroyed.
  class Pass {
   public:
    Pass(RequestGate& gate, Company company) : gate_(gate), company_(company) {}
    ~Pass() { gate_.leave(company_); }
    Pass(Pass const&) = delete;
    Pass& operator=(Pass const&) = delete;

   private:
    RequestGate& gate_;
    Company company_;
  };

  /// Waits for its turn.
  [[nodiscard]] Pass enter(Company company);

 private:
  void leave(Company company);

  int const limit_;
  std::mutex mutex_;
  std::condition_variable room_;    ///< for concurrent requests
  std::condition_variable nobody_;  ///< for lonely ones
  int inside_ = 0;
  int lonely_waiting_ = 0;
  bool lonely_inside_ = false;
};

}  // namespace conformance
