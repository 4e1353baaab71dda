#include "harness/subject/request_gate.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

namespace conformance {

Company company_allowed_by(Json const& params) {
  constexpr std::string_view process_wide[] = {"env", "envAfter", "cwd", "register"};
  bool const changes_the_process = std::any_of(std::begin(process_wide), std::end(process_wide),
                                               [&](std::string_view name) { return params.contains(name); });
  return changes_the_process ? Company::alone : Company::any;
}

RequestGate::Pass RequestGate::enter(Company company) {
  std::unique_lock lock(mutex_);
  if (company == Company::any) {
    room_.wait(lock, [this] { return inside_ < limit_ && !lonely_inside_ && lonely_waiting_ == 0; });
  } else {
    ++lonely_waiting_;
    nobody_.wait(lock, [this] { return inside_ == 0; });
    --lonely_waiting_;
    lonely_inside_ = true;
  }
  ++inside_;
  return Pass(*this, company);
}

void RequestGate::leave(Company company) {
  std::lock_guard const lock(mutex_);
  --inside_;
  if (company == Company::alone) lonely_inside_ = false;
  if (lonely_waiting_ == 0)
    room_.notify_all();
  else if (inside_ == 0)
    nobody_.notify_one();
}

}  // namespace conformance
