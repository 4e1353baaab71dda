#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapter/omissions.hpp"
#include "adapter/registered_doubles.hpp"
#include "prompty/prompty.hpp"

namespace prompty::adapter {

/// The params of a request break the protocol; `reason` says which member and how.
struct InvalidParams {
  std::string reason;
};

/// The params ask for something that this version does not have.
struct UnsupportedInput {
  std::string reason;
};

/// What the library raised, and what was done before.
struct FailedPartly {
  std::string kind;
  std::string message;
  Json partial;
};

enum class Variant { synchronous, asynchronous };

// Each function reads one member of the params of a request, which is named `name` where there is a choice; it throws
// InvalidParams for one that is missing or has another shape, and what the library raises for an agent or message that
// it refuses.

[[nodiscard]] Json const& demand(Json const& params, char const* name);
[[nodiscard]] std::string demand_text(Json const& params, char const* name);
[[nodiscard]] PromptyAgent demand_agent(Json const& params);
/// The agent with its folder, from `baseDir`, and with the functions that `discovered` lists for its mcp and openapi
/// tools.
[[nodiscard]] PromptyAgent demand_equipped_agent(Json const& params);
/// Gives the agent's mcp and openapi tools the functions that `discovered` lists for them.
void equip(PromptyAgent& agent, Json const& params);
[[nodiscard]] std::vector<Message> demand_messages(Json const& params);

/// Nothing when the member is absent.
[[nodiscard]] std::optional<std::string> optional_text(Json const& params, char const* name);
[[nodiscard]] std::optional<std::map<std::string, std::string>> optional_variables(Json const& params,
                                                                                   char const* name);

/// The member `variant`; synchronous when it is absent.
[[nodiscard]] Variant variant_of(Json const& params);

/// The member `options.profile`; as written when it is absent.
[[nodiscard]] Profile profile_of(Json const& params);

/// Whether the member is there and not false.
[[nodiscard]] bool is_asked_for(Json const& params, char const* name);

/// Throws UnsupportedInput when a stream is requested.
void demand_whole(Json const& params);

/// A client for connections, `{endpoint, apiKey?}`.
[[nodiscard]] Client read_client(Json const& client);

/// A runtime as after start-up without what is left out, in the profile that the params ask for and with their `env` as
/// the whole environment.
[[nodiscard]] std::unique_ptr<Runtime> runtime_for(Json const& params, Omissions const& omissions);

/// As above, of a request alone, with what the request registers. `called` hears of calls of registered components; see
/// `register_doubles`.
[[nodiscard]] std::unique_ptr<Runtime> fresh_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                                     Omissions const& omissions);

/// As above; null for a request that brings nothing of that and takes the shared runtime of its profile. `handlers` of
/// a request that has an agent are registered as tools.
[[nodiscard]] std::unique_ptr<Runtime> own_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                                   Omissions const& omissions);

}  // namespace prompty::adapter
