#include "harness/subject/limited.hpp"

#include <fmt/core.h>

#include <utility>

#include "harness/subject/reply.hpp"

namespace conformance {

LimitedSubject::LimitedSubject(Subject& inner, Limits hidden)
    : inner_(inner), hidden_(std::move(hidden)), capabilities_(inner.capabilities()) {
  for (std::string const& operation : hidden_.operations) capabilities_.operations.erase(operation);
  for (std::string const& feature : hidden_.features) capabilities_.features.erase(feature);
}

Reply LimitedSubject::call(std::string const& operation, Json const& params) {
  return call_and_hear(operation, params, {});
}

Reply LimitedSubject::call_and_hear(std::string const& operation, Json const& params, HearItem const& hear) {
  if (hidden_.operations.contains(operation)) {
    return reply_without_value(Reply::Status::unsupported, fmt::format("the operation {} is hidden", operation));
  }
  return inner_.call_and_hear(operation, params, hear);
}

}  // namespace conformance
