#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "prompty/core/host.hpp"
#include "prompty/core/protocols.hpp"
#include "prompty/registry/connections.hpp"
#include "prompty/registry/runtime.hpp"
#include "prompty/registry/tools.hpp"
#include "prompty/transport/http_transport.hpp"
#include "prompty/transport/transport.hpp"

namespace prompty {

/// A runtime of its own with the built-in renderers (jinja2, mustache), parser (prompty) and providers (anthropic,
/// azure, foundry, openai), which send through `transport` and follow `profile`, and with the built-in
/// handlers of kinds of tools, see `register_builtins`.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Transport const> transport,
                                                    Profile profile = default_profile);

/// As above, over HTTP, with `environment` as the whole environment: unless the options say which, proxies are those
/// that it names.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(HttpOptions options = {}, Profile profile = default_profile,
                                                    Environment environment = process_environment());

/// The runtime of the process, made by `make_runtime` at first use. Its profile is changed by
/// `global_runtime().profile.set(…)`.
[[nodiscard]] Runtime& global_runtime();

// The registries of §11 as functions, by default those of the process. All of them may be called from any thread at any
// time, from a handler that is running too; what was handed out stays alive after it was replaced or removed.
// What is registered must not be null, and replaces what was there under the key.

// Connections (§11.1). `get_connection` gives a null pointer for a name that is not registered (P11.1-03).

void register_connection(std::string name, std::shared_ptr<Client const> client, Runtime& runtime = global_runtime());
[[nodiscard]] std::shared_ptr<Client const> get_connection(std::string_view name,
                                                           Runtime const& runtime = global_runtime());
void clear_connections(Runtime& runtime = global_runtime());

/// Registers a server of tools: what prompts mean by `name` as the serverName of a tool or the name of a reference
/// connection.
void register_mcp_server(std::string name, McpServer server, Runtime& runtime = global_runtime());

// Tools by name, and by kind (§11.2). The getters give a null pointer for what is not registered (P11.2-06, P11.2-12).
// Clearing the names leaves the kinds alone (P11.2-07). Clearing the kinds leaves the names alone and takes the
// built-in handlers too (P11.2-13); `register_builtins` brings them back.

void register_tool(std::string name, ToolHandler handler, Runtime& runtime = global_runtime());
[[nodiscard]] std::shared_ptr<ToolHandler const> get_tool(std::string_view name,
                                                          Runtime const& runtime = global_runtime());
void clear_tools(Runtime& runtime = global_runtime());

void register_tool_handler(std::string kind, KindHandler handler, Runtime& runtime = global_runtime());
[[nodiscard]] std::shared_ptr<KindHandler const> get_tool_handler(std::string_view kind,
                                                                  Runtime const& runtime = global_runtime());
void clear_tool_handlers(Runtime& runtime = global_runtime());

// Components (§11.3): any object that has the interface (P11.3-12), registered by a function call, as is usual in C++
// (P11.3-13). The getters throw InvokerError naming component and key when there is none (P11.3-07).

void register_renderer(std::string key, std::shared_ptr<Renderer const> renderer, Runtime& runtime = global_runtime());
void register_parser(std::string key, std::shared_ptr<Parser const> parser, Runtime& runtime = global_runtime());
void register_executor(std::string key, std::shared_ptr<Executor const> executor, Runtime& runtime = global_runtime());
void register_processor(std::string key, std::shared_ptr<Processor const> processor,
                        Runtime& runtime = global_runtime());
[[nodiscard]] std::shared_ptr<Renderer const> get_renderer(std::string_view key,
                                                           Runtime const& runtime = global_runtime());
[[nodiscard]] std::shared_ptr<Parser const> get_parser(std::string_view key, Runtime const& runtime = global_runtime());
[[nodiscard]] std::shared_ptr<Executor const> get_executor(std::string_view key,
                                                           Runtime const& runtime = global_runtime());
[[nodiscard]] std::shared_ptr<Processor const> get_processor(std::string_view key,
                                                             Runtime const& runtime = global_runtime());

/// Clears the tagged templates. Looking a component up makes nothing that could be cached: what is registered is the
/// instance, and it stays (P11.3-06, A-121).
void clear_cache(Runtime& runtime = global_runtime());

}  // namespace prompty
