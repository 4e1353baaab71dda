#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>

#include "cli/choices.hpp"
#include "cli/show_outcome.hpp"
#include "prompty/core/agent.hpp"
#include "prompty/core/profile.hpp"
#include "prompty/load/load_options.hpp"
#include "prompty/registry/runtime.hpp"

namespace prompty::cli {

/// The environment of the process, with the variables of the file of the choices behind it.
[[nodiscard]] LoadOptions load_options(PromptChoices const& choices);

/// The agent in the file of the choices. Throws what `load` throws.
[[nodiscard]] PromptyAgent loaded_agent(PromptChoices const& choices);

/// The agent with endpoint and key of the command line in place of its own. Without a connection that this version can
/// use, a key makes one of kind key (at the provider's own address when no endpoint is known) and an endpoint alone an
/// anonymous one.
[[nodiscard]] PromptyAgent with_connection(PromptyAgent agent, RunChoices const& choices);

/// Live unless the choices say as-written.
[[nodiscard]] Profile profile_of(RunChoices const& choices);

[[nodiscard]] Printing printing_of(RunChoices const& choices);

/// A runtime over HTTP with the profile, the patience, the bounds, the traces and the secrets of the choices; see
/// `record_traces` for `err`.
[[nodiscard]] std::unique_ptr<Runtime> runtime_for(RunChoices const& choices, std::ostream& err);

/// "hello" for "prompts/hello.prompty".
[[nodiscard]] std::string name_of_prompt(PromptChoices const& choices);

}  // namespace prompty::cli
