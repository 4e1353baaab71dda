#pragma once

#include <array>

#include "prompty/core/agent.hpp"
#include "prompty/core/edition.hpp"

namespace prompty {

/// See typed/json_reader.hpp.
struct Reading;

}  // namespace prompty

/// Agents as JSON: of a frontmatter, and in the shape of the adapter protocol.
namespace prompty::agent_codec {

/// The names that §2.3 lists for the top level of a frontmatter.
inline constexpr std::array<std::string_view, 9> properties = {
    "name", "displayName", "description", "metadata", "model", "inputs", "outputs", "tools", "template"};

/// Whether `name` is one of these.
[[nodiscard]] bool is_property(std::string_view name);

/// The agent that a frontmatter mapping (null: no properties) and a body make. Shorthands and mapping forms are
/// expanded, null is the same as absent; a property that §2.3 does not know is kept under `metadata` unless that key is
/// there already, except `kind` and `instructions`, which the file cannot set. Throws ValueError for a
/// value of a wrong type, naming the property, what it must be and what it is; with a listener, reports it instead.
[[nodiscard]] PromptyAgent from_frontmatter(Json frontmatter, std::string body);
/// As above, with listeners and references; see typed/json_reader.hpp. What becomes metadata is null in `frontmatter`
/// from then on, unless something is thrown.
[[nodiscard]] PromptyAgent from_frontmatter(Json& frontmatter, std::string body, Reading const& reading);

/// The agent in the shape of the adapter protocol, with the body as `instructions`, read by an edition. Throws as
/// `from_frontmatter`.
[[nodiscard]] PromptyAgent from_json(Json const& agent, Edition edition = default_edition);

/// The shape of the adapter protocol: what is not set is left out; `apiType` and `template` show their defaults.
[[nodiscard]] Json to_json(PromptyAgent const& agent);

}  // namespace prompty::agent_codec
