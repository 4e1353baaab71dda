#pragma once

#include <nlohmann/json_fwd.hpp>

#include "mock-provider/check/finding_list.hpp"

namespace mock_provider::responses_items {

/// Holds the `input` of a Responses request against the provider's rules: roles, contents and their parts, calls and
/// the outputs that answer them.
void check(Json const& body, FindingList& findings);

}  // namespace mock_provider::responses_items
