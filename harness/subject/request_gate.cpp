#include "harness/subject/request_gate.hpp"

#include <nlohmann/json.hpp>

namespace conformance {

Company company_allowed_by(Json const& params) {
  bool const changes_the_process = params.contains("env") || params.contains("envAfter") || params.contains("register");
  return changes_the_process ? Company::alone : Company::any;
}

RequestGate::Pass RequestGate::enter(Company company) {
  std::unique_lock lock(mutex_);
  if (company == Company::any) {
    changed_.wait(lock, [this] { return inside_ < limit_ && !lonely_inside_ && lonely_waiting_ == 0; });
  } else {
    ++lonely_waiting_;
    changed_.wait(lock, [this] { return inside_ == 0; });
    --lonely_waiting_;
    lonely_inside_ = true;
  }
  ++inside_;
  return Pass(*this, company);
}

void RequestGate::leave(Company company) {
  {
    std::lock_guard const lock(mutex_);
    --inside_;
    if (company == Company::alone) lonely_inside_ = false;
  }
  changed_.notify_all();
}

}  // namespace conformance
