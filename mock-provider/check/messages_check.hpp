#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider::messages_check {

/// What is requested of the messages: an answer, or how many tokens they have.
enum class Purpose : std::uint8_t { answer, count };

/// Every rule for Anthropic's messages that a request breaks, headers first. `body` is its JSON; when that is no
/// object, its members are not looked at.
[[nodiscard]] std::vector<Finding> check(Headers const& headers, Json const& body, Purpose purpose = Purpose::answer);

/// The same for a request that lists Anthropic's models, which has no body.
[[nodiscard]] std::vector<Finding> check_listing(Headers const& headers);

}  // namespace mock_provider::messages_check
