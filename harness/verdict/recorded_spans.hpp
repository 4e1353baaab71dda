#pragma once

#include <optional>

#include "harness/matching/expectation.hpp"
#include "harness/subject/subject.hpp"

namespace conformance {

/// Takes the spans off a reply, from the result or from what is said of an error; nothing when it shows none.
[[nodiscard]] std::optional<Json> take_spans(Reply& reply);

/// Where recorded spans depart from a list of expected ones: those with a name that the list mentions are as many and
/// in the same order, and of each the members that are named match. A span inside one of its own name is part of that
/// one, which has its attributes as well unless it has others under their keys. The pointer begins with /spans and
/// counts these.
[[nodiscard]] std::vector<Difference> span_differences(Json const& expected, Json const& spans);

}  // namespace conformance
