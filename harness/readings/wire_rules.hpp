#pragma once

#include <functional>
#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::readings {

// Rules over requests to providers, whether an operation shows them or sends them.

/// Which agents a rule is about.
using AboutAgent = std::function<bool(Json const& agent)>;
[[nodiscard]] bool any_agent(Json const& agent);
[[nodiscard]] bool is_chat_agent(Json const& agent);  ///< OpenAI's chat, Azure and Foundry included
[[nodiscard]] bool is_responses_agent(Json const& agent);
[[nodiscard]] bool is_anthropic_agent(Json const& agent);
[[nodiscard]] AboutAgent is_agent_for(std::string api_type);  ///< of any provider but Anthropic

/// Changes the body of a request: what `build_request` and `project_tools` answer (of the latter only `tools`), and
/// what `run`, `execute` and `turn` send. `params` are those of the operation.
using ChangeSent = std::function<void(Json& body, Json const& params)>;
[[nodiscard]] mutants::Rule changed_sent(AboutAgent about, ChangeSent change);

/// Asks these operations with other params.
[[nodiscard]] mutants::Rule changed_asked(AboutAgent about, std::function<void(Json& params)> change);

/// Raises a ValueError instead of building or sending the request where the predicate holds.
[[nodiscard]] mutants::Rule refused_request(AboutAgent about, std::function<bool(Json const& params)> predicate);

/// Changes every function that is offered, seen as {name, description, parameters} whatever the provider calls them,
/// given the tool that it comes from, or null when that cannot be told.
using ChangeFunction = std::function<void(Json& function, Json const& tool, Json const& params)>;
[[nodiscard]] mutants::Rule changed_functions(ChangeFunction change);

/// Changes each schema that is made strict: parameters of strict tools, and outputs. `is_strict` is the flag beside
/// the schema; clearing it leaves a tool without the flag and outputs with a false one.
using ChangeStrict = std::function<void(Json& schema, bool& is_strict)>;
[[nodiscard]] mutants::Rule changed_strict_schemas(ChangeStrict change);

/// Changes each property schema of tools and outputs.
[[nodiscard]] mutants::Rule changed_properties_sent(std::function<void(Json& property)> change);

/// Changes each block that `build_request` makes of a part in array form, for chat and Responses requests.
using ChangeBlock = std::function<void(Json& block, Json const& part, std::string const& role)>;
[[nodiscard]] mutants::Rule changed_blocks(ChangeBlock change);

/// Whether some part of the messages fits.
[[nodiscard]] bool any_part(Json const& params, std::function<bool(Json const& part)> const& predicate);

/// Whether a text is base64 and no address.
[[nodiscard]] bool is_bare_base64(Json const& value);

/// The texts of a list of parts or of text blocks, with something between each two.
[[nodiscard]] std::string joined_texts(Json const& parts, std::string const& between);

}  // namespace conformance::readings
