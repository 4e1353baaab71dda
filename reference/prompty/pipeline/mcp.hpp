#pragma once

#include <memory>
#include <string>

#include "prompty/pipeline/runtimes.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// Has the runtime discover and call tools of kind mcp. Servers over HTTP are reached by `transport`; those that are
/// processes get what `environment_of` takes from the environment of this one. They end with the runtime.
void add_mcp(Runtime& runtime, std::shared_ptr<Transport const> transport);

/// Registers a server of tools, in place of one of that name: what prompts mean by `name` as the serverName of a tool
/// or the name of a reference connection.
void register_mcp_server(std::string name, McpServer server, Runtime& runtime = global_runtime());

}  // namespace prompty
