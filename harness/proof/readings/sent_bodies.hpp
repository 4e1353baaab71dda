#pragma once

#include <cstdint>

#include "harness/proof/readings/readings.hpp"

namespace conformance::readings {

/// Of which bodies a rule about those that are built can speak when they are sent.
enum class BodiesOf : std::uint8_t {
  all_requests,      ///< it looks at the body, the agent and the messages that were prepared
  prepared_messages  ///< it builds the request anew, which is possible for the first one only
};

/// The rule of a reading that changes what `build_request` answers, extended to the bodies that `run`, `execute` and
/// `turn` send: by way of a proxy, and only where it changes a body that the reference sent.
[[nodiscard]] Deviation with_sent_bodies(Deviation built, BodiesOf which);

}  // namespace conformance::readings
