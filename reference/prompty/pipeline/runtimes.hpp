#pragma once

#include "prompty/registry/runtime.hpp"
#include "prompty/transport/http_transport.hpp"

namespace prompty {

/// A runtime of its own with the built-in renderers (jinja2, mustache), parser (prompty) and providers (anthropic,
/// azure, foundry, openai), which send through `transport` and follow `profile` and `edition`, and with the
/// built-in handlers of kinds of tools, see `register_builtins`.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Transport const> transport,
                                                    Profile profile = default_profile,
                                                    Edition edition = default_edition);

/// As above, over HTTP, with `environment` as the whole environment: unless the options say which, proxies are those
/// that it names.
[[nodiscard]] std::unique_ptr<Runtime> make_runtime(HttpOptions options = {}, Profile profile = default_profile,
                                                    Environment environment = process_environment(),
                                                    Edition edition = default_edition);

/// The runtime of the process, made by `make_runtime` at first use. `global_runtime().profile.set(…)` sets its profile.
[[nodiscard]] Runtime& global_runtime();

// The registries of §11 as functions, by default those of the process. All of them may be called from any thread at any
// time, from a handler that is running too; what was handed out stays alive after it was replaced or removed.
// What is registered must not be null, and replaces what was there under the key.

/// Registers a client that prompts name by a connection of kind reference; all share the object (P11.1-01, P11.1-02).
void register_connection(std::string name, std::shared_ptr<Client const> client, Runtime& runtime = global_runtime());

/// The client that was registered as `name`; a null pointer when none was (P11.1-03).
[[nodiscard]] std::shared_ptr<Client const> get_connection(std::string_view name,
                                                           Runtime const& runtime = global_runtime());

/// Removes all clients; token sources and servers of tools stay (P11.1-04).
void clear_connections(Runtime& runtime = global_runtime());

/// Registers a server of tools: what a serverName of a tool or a connection of kind reference means by `name`.
void register_mcp_server(std::string name, McpServer server, Runtime& runtime = global_runtime());

/// Registers the handler of the tool `name`, declared or not (P11.2-05); it goes before that of its kind (P11.2-20).
void register_tool(std::string name, ToolHandler handler, Runtime& runtime = global_runtime());

/// The handler that was registered for the tool `name`; a null pointer when none was (P11.2-06).
[[nodiscard]] std::shared_ptr<ToolHandler const> get_tool(std::string_view name,
                                                          Runtime const& runtime = global_runtime());

/// Removes the handlers of all names; those of kinds stay (P11.2-07).
void clear_tools(Runtime& runtime = global_runtime());

/// Registers the handler of all tools of `kind` without a handler of their name (P11.2-10). It replaces one of the same
/// kind, a built-in one too (P11.2-11); "*" stands for every kind that the specification does not list.
void register_tool_handler(std::string kind, KindHandler handler, Runtime& runtime = global_runtime());

/// The handler of tools of `kind`; a null pointer when there is none (P11.2-12).
[[nodiscard]] std::shared_ptr<KindHandler const> get_tool_handler(std::string_view kind,
                                                                  Runtime const& runtime = global_runtime());

/// Removes the handlers of all kinds, none of names (P11.2-13). `register_builtins` brings built-in ones back.
void clear_tool_handlers(Runtime& runtime = global_runtime());

// Components (§11.3): any object that has the interface (P11.3-12), registered by a function call (P11.3-13).

/// Registers the renderer of agents whose `template.format.kind` is `key` (P11.3-08). `renderer` is not null.
void register_renderer(std::string key, std::shared_ptr<Renderer const> renderer, Runtime& runtime = global_runtime());

/// Registers the parser of agents whose `template.parser.kind` is `key` (P11.3-09). `parser` is not null.
void register_parser(std::string key, std::shared_ptr<Parser const> parser, Runtime& runtime = global_runtime());

/// Registers the executor of agents whose `model.provider` is `key` (P11.3-10). `executor` is not null.
void register_executor(std::string key, std::shared_ptr<Executor const> executor, Runtime& runtime = global_runtime());

/// Registers the processor of agents whose `model.provider` is `key` (P11.3-11). `processor` is not null.
void register_processor(std::string key, std::shared_ptr<Processor const> processor,
                        Runtime& runtime = global_runtime());

/// The renderer under `key`, never null (P11.3-02). Throws InvokerError when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Renderer const> get_renderer(std::string_view key,
                                                           Runtime const& runtime = global_runtime());

/// The parser under `key`, never null (P11.3-03). Throws InvokerError when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Parser const> get_parser(std::string_view key, Runtime const& runtime = global_runtime());

/// The executor under `key`, never null (P11.3-04). Throws InvokerError when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Executor const> get_executor(std::string_view key,
                                                           Runtime const& runtime = global_runtime());

/// The processor under `key`, never null (P11.3-05). Throws InvokerError when there is none (P11.3-07).
[[nodiscard]] std::shared_ptr<Processor const> get_processor(std::string_view key,
                                                             Runtime const& runtime = global_runtime());

/// Clears the tagged templates. What is registered is the instance itself, and stays (P11.3-06, A-121).
void clear_cache(Runtime& runtime = global_runtime());

}  // namespace prompty
