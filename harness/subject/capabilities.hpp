#pragma once

#include "harness/subject/subject.hpp"

namespace conformance {

/// The version of the adapter protocol that this harness speaks.
inline constexpr int protocol_version = 1;

/// The params of `initialize`.
[[nodiscard]] Json initialize_params(std::string const& suite_name, std::string const& suite_version,
                                     std::string const& scratch);

/// What the result of `initialize` declares. `protocolVersion`, `implementation.name` and `operations` are needed; the
/// rest has defaults (no providers, API types or features; one request at a time).
/// Throws SubjectStartError for another protocol version, a missing or wrong member; the message names the member.
[[nodiscard]] Capabilities capabilities_from(Json const& result);

}  // namespace conformance
