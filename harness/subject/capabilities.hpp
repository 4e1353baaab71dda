#pragma once

#include "harness/subject/subject.hpp"

namespace conformance {

/// The params of `initialize`.
[[nodiscard]] Json initialize_params(std::string const& suite_name, std::string const& suite_version,
                                     std::string const& scratch);

/// What the result of `initialize` declares. `protocolVersion`, `implementation.name` and `operations` are needed. A
/// list that is left out stands for what the documents demand of everybody: the provider openai, the API type chat, the
/// feature jinja2; every kind of connection; one request at a time. An adapter of protocol version 1 has the features
/// that no vector required then, whether it lists them or not.
/// Throws SubjectStartError for a version that is newer than this harness or no version at all, a missing or wrong
/// member; the message names the member.
[[nodiscard]] Capabilities capabilities_from(Json const& result);

/// In what two processes of one adapter differ by their answers to `initialize`, such as "operations"; "" when they
/// agree.
[[nodiscard]] std::string differing_member(Capabilities const& one, Capabilities const& other);

/// What to tell whoever judges an adapter of an older protocol, in a sentence; "" for one of this version.
[[nodiscard]] std::string version_notice(Capabilities const& declared);

}  // namespace conformance
