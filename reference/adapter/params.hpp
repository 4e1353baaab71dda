#pragma once

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

// Each function reads one member of the params of a request, which is named `name` where there is a choice; it throws
// InvalidParams for one that is missing or has another shape, and what the library raises for an agent or message that
// it refuses.

[[nodiscard]] Json const& required(Json const& params, char const* name);
[[nodiscard]] std::string required_text(Json const& params, char const* name);
[[nodiscard]] PromptyAgent required_agent(Json const& params);
/// The agent with its folder, from `baseDir`, and with the functions that `discovered` lists for its mcp and openapi
/// tools.
[[nodiscard]] PromptyAgent required_equipped_agent(Json const& params);
/// Adds the functions that `discovered` lists to the mcp and openapi tools of the agent.
void equip(PromptyAgent& agent, Json const& params);
/// The one tool that an object of the protocol describes. Throws what the library raises for one that it refuses.
[[nodiscard]] Tool read_tool(Json const& tool);
[[nodiscard]] std::vector<Message> required_messages(Json const& params);

/// Nothing when the member is absent.
[[nodiscard]] std::optional<std::string> optional_text(Json const& params, char const* name);
[[nodiscard]] std::optional<std::map<std::string, std::string>> optional_variables(Json const& params,
                                                                                   char const* name);

/// Whether the value of the member `name` is the second of the two that it may have.
[[nodiscard]] bool is_second(std::string_view value, char const* name, std::string_view first, std::string_view second);

/// Whether the member `variant` is "async"; it is "sync" when it is absent.
[[nodiscard]] bool is_async(Json const& params);

/// The member `options.profile`; as written when it is absent.
[[nodiscard]] Profile profile_of(Json const& params);

/// Whether the member is there and not false.
[[nodiscard]] bool is_enabled(Json const& params, char const* name);

/// Throws UnsupportedInput when a stream is requested.
void refuse_stream(Json const& params);

/// A client for connections, `{endpoint, apiKey?}`.
[[nodiscard]] Client read_client(Json const& client);

}  // namespace prompty::adapter
