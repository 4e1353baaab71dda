#pragma once

#include <memory>

#include "harness/subject/limited.hpp"

namespace conformance {

/// The linked reference without what is hidden, as a runtime that never had it: an agent's provider, API type or kind
/// of connection is refused with InvokerError by the operations that make use of it (see needs.hpp), and by no other.
[[nodiscard]] std::unique_ptr<Subject> make_limited_reference(Limits const& hidden);

}  // namespace conformance
