#pragma once

#include <string_view>

namespace prompty {

/// Whether messages carry under `key` what a model or a tool said, so that the request for a provider is built from it:
/// calls, their ids and results, reasoning, refusals. In strict mode no template may say so (§6.4).
[[nodiscard]] bool is_reserved_metadata(std::string_view key);

}  // namespace prompty
