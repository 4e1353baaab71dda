#include "harness/subject/neighbour.hpp"

#include <utility>

#include "harness/subject/reply.hpp"

namespace conformance {

NeighbourSubject::NeighbourSubject(std::unique_ptr<Subject> good)
    : good_(std::move(good)), capabilities_(good_->capabilities()) {
  capabilities_.name = "neighbour";
  for (char const* operation : {"execute", "run", "invoke", "turn", "converse"}) {
    capabilities_.operations.erase(operation);
  }
}

Reply NeighbourSubject::call(std::string const& operation, Json const& params) {
  if (!capabilities_.operations.contains(operation)) {
    return reply_without_value(Reply::Status::unsupported, operation + " asks a provider, and is not copied");
  }
  Reply own = good_->call(operation, params);
  std::lock_guard const lock(mutex_);
  return std::exchange(before_, std::move(own));
}

}  // namespace conformance
