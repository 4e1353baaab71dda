#pragma once

#include <string>

#include "harness/vectors/vector.hpp"

namespace conformance {

/// What an operation returned, without the members that say by null that nothing is set, which adapters may show or
/// leave out: those of an agent, its model, connections, options, template, properties and tools, and those of messages
/// and their parts, also of the messages of a turn; nor metadata of a message that is empty (P7.1.1-04), nor the
/// `required` of a property and the `strict` of a tool that are false, since a boolean that is not set is false in many
/// languages (P2.7-03, P2.9-07). A null elsewhere, as in metadata, in bindings or inside a default, means something and
/// stays. Results of other operations and of other shapes come back as they are.
[[nodiscard]] Json without_unset_members(std::string const& operation, Json result);

}  // namespace conformance
