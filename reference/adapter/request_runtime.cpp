#include "adapter/canned_handlers.hpp"

#include <fmt/core.h>

namespace prompty::adapter {
namespace {

InvokerError omitted(std::string_view what, std::string_view name) {
  return InvokerError(fmt::format("This runtime was made without the {} {}", what, name));
}

void require_api_type(Omissions const& omissions, PromptyAgent const& agent) {
  std::string const type = agent.model ? agent.model->api_type : "chat";
  if (omissions.api_types.contains(type)) throw omitted("API type", type);
}

void require_connection(Omissions const& omissions, std::optional<Connection> const& connection) {
  if (!connection) return;
  std::string const kind = kind_of(*connection);
  if (omissions.connection_kinds.contains(kind)) throw omitted("connection kind", kind);
}

/// Executor and processor of a provider without what is left out.
class LimitedProvider final : public Executor, public Processor {
 public:
  LimitedProvider(std::shared_ptr<Executor const> executor, std::shared_ptr<Processor const> processor,
                  Omissions omissions)
      : executor_(std::move(executor)), processor_(std::move(processor)), omissions_(std::move(omissions)) {}

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override {
    require_sendable(agent);
    return executor_->execute(agent, messages);
  }

  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const override {
    require_sendable(agent);
    return executor_->execute_stream(agent, messages);
  }

  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override {
    require_api_type(omissions_, agent);
    return executor_->build_request(agent, messages);
  }

  [[nodiscard]] bool offers_child_prompts(PromptyAgent const& agent) const override {
    return executor_->offers_child_prompts(agent);
  }

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override {
    return executor_->whole_response(agent, chunks);
  }

  [[nodiscard]] std::string thinking_of(PromptyAgent const& agent, Json const& response_or_chunk) const override {
    return executor_->thinking_of(agent, response_or_chunk);
  }

  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<ToolResult> const& results,
                                                          std::string const& text) const override {
    return executor_->format_tool_messages(agent, response, calls, results, text);
  }

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    require_api_type(omissions_, agent);
    return processor_->process(agent, response);
  }

  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override {
    require_api_type(omissions_, agent);
    return processor_->process_stream(agent, std::move(chunks));
  }

 private:
  void require_sendable(PromptyAgent const& agent) const {
    require_api_type(omissions_, agent);
    if (agent.model) require_connection(omissions_, agent.model->connection);
  }

  std::shared_ptr<Executor const> executor_;
  std::shared_ptr<Processor const> processor_;
  Omissions const omissions_;
};

void limit_providers(Omissions const& omissions, Invokers& invokers) {
  for (std::string const provider : {"openai", "azure", "foundry", "anthropic"}) {
    if (omissions.providers.contains(provider)) {
      invokers.executors.remove(provider);
      invokers.processors.remove(provider);
      continue;
    }
    std::shared_ptr<LimitedProvider const> const limited = std::make_shared<LimitedProvider const>(
        invokers.executors.find(provider), invokers.processors.find(provider), omissions);
    invokers.executors.add(provider, limited);
    invokers.processors.add(provider, limited);
  }
}

std::optional<Connection> connection_of(Tool const& tool) {
  if (McpTool const* const mcp = std::get_if<McpTool>(&tool.details)) return mcp->connection;
  if (OpenApiTool const* const api = std::get_if<OpenApiTool>(&tool.details)) return api->connection;
  return std::nullopt;
}

/// The function, which refuses tools with a connection of an omitted kind first.
template <class Function>
std::shared_ptr<Function> limited(Omissions const& omissions, std::shared_ptr<Function const> const& function) {
  return std::make_shared<Function>([omissions, function](Tool const& tool, auto const&... rest) {
    require_connection(omissions, connection_of(tool));
    return (*function)(tool, rest...);
  });
}

void limit_connections_of_tools(Omissions const& omissions, ToolRegistry& tools) {
  for (std::string const kind : {"mcp", "openapi"}) {
    std::shared_ptr<ToolDiscovery const> const discovery = tools.discoveries.find(kind);
    std::shared_ptr<KindHandler const> const handler = tools.built_in.find(kind);
    if (handler == nullptr || discovery == nullptr) continue;
    tools.discoveries.add(kind, limited(omissions, discovery));
    tools.built_in.add(kind, limited(omissions, handler));
  }
}

/// Takes the omissions from a runtime as `make_runtime` makes it. Providers and renderers are not registered any more
/// (P11.3-07); executors and processors throw InvokerError for an agent of an omitted API type, and executors before
/// they connect by an omitted kind; tools of an omitted kind cannot be discovered, and their handler throws
/// NotImplementedError (P11.2-26).
void leave_out(Omissions const& omissions, Runtime& runtime) {
  limit_providers(omissions, runtime.invokers);
  for (std::string const& renderer : omissions.renderers) runtime.invokers.renderers.remove(renderer);
  for (std::string const& kind : omissions.tool_kinds) {
    runtime.tools->built_in.remove(kind);
    runtime.tools->discoveries.remove(kind);
  }
  limit_connections_of_tools(omissions, *runtime.tools);
  register_builtins(runtime);
}

std::vector<Message> read_messages(Json const& answer) {
  if (!answer.is_array()) throw InvalidParams{"the answer of a registered parser must be a list of messages"};
  return message_codec::read(answer, "messages");
}

/// The outcomes that a canned processor may have: text and JSON.
Outcome read_outcome(Json const& answer) {
  std::string const type = required_text(answer, "type");
  if (type == "text") return Text{required_text(answer, "value")};
  if (type == "json") return StructuredValue{required(answer, "value")};
  throw InvalidParams{fmt::format("the answer of a registered processor must be of type text or json, not '{}'", type)};
}

using Calls = std::shared_ptr<SharedList>;

/// Stands for a component of any kind: gives the same answer to every call and records it.
class Double final : public Renderer, public Parser, public Executor, public Processor {
 public:
  Double(std::string key, Json answer, Calls called)
      : key_(std::move(key)), answer_(std::move(answer)), called_(std::move(called)) {}

  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override {
    return record("renderer", agent, "inputs", inputs).get<std::string>();
  }

  [[nodiscard]] std::vector<Message> parse(PromptyAgent const& agent, std::string const& rendered) const override {
    return read_messages(record("parser", agent, "rendered", rendered));
  }

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override {
    return record("executor", agent, "messages", message_codec::write(messages));
  }

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    return read_outcome(record("processor", agent, "response", response));
  }

 private:
  Json const& record(char const* component, PromptyAgent const& agent, char const* what, Json const& received) const {
    called_->add(Json{{"component", component},
                      {"key", key_},
                      {"received", Json{{"agent", agent_codec::to_json(agent)}, {what, received}}}});
    return answer_;
  }

  std::string key_;
  Json answer_;
  Calls called_;
};

/// Throws InvalidParams for an answer of another shape.
void register_double(std::string const& components, std::string const& key, Json const& answer, Calls const& called,
                     Invokers& invokers) {
  std::shared_ptr<Double const> const made = std::make_shared<Double const>(key, answer, called);
  if (components == "renderers") {
    if (!answer.is_string()) throw InvalidParams{"the answer of a registered renderer must be a string"};
    invokers.renderers.add(key, made);
  } else if (components == "parsers") {
    static_cast<void>(read_messages(answer));
    invokers.parsers.add(key, made);
  } else if (components == "executors") {
    invokers.executors.add(key, made);
  } else {
    static_cast<void>(read_outcome(answer));
    invokers.processors.add(key, made);
  }
}

Json const& registrations(Json const& params) {
  return object_in(params, "register", "params.register must be an object");
}

void register_doubles(Json const& params, Calls const& called, Invokers& invokers) {
  static std::set<std::string> const all = {"renderers", "parsers", "executors", "processors"};
  for (auto const& [components, answers] : registrations(params).items()) {
    if (components == "connections") continue;
    if (!all.contains(components)) {
      throw InvalidParams{
          fmt::format("params.register.{} is no component; there are connections, renderers, parsers, "
                      "executors and processors",
                      components)};
    }
    if (!answers.is_object()) {
      throw InvalidParams{fmt::format("params.register.{} must map keys to answers", components)};
    }
    for (auto const& [key, answer] : answers.items()) register_double(components, key, answer, called, invokers);
  }
}

std::shared_ptr<Transport const> transport_for(Environment const& environment, Common const& common) {
  ProxySettings const proxies = proxies_in(environment);
  if (proxies == common.proxies) return common.transport;
  return std::make_shared<HttpTransport>(HttpOptions{.proxies = proxies});
}

}  // namespace

bool registers_components(Json const& params) {
  Json const& registered = registrations(params);
  return registered.size() > registered.count("connections");
}

std::unique_ptr<Runtime> runtime_for(Json const& params, Common const& common) {
  std::optional<std::map<std::string, std::string>> variables = optional_variables(params, "env");
  Environment environment = variables ? fixed_environment(*std::move(variables)) : process_environment();
  std::unique_ptr<Runtime> runtime =
      make_runtime(transport_for(environment, common), profile_of(params), common.edition);
  runtime->environment = std::move(environment);
  leave_out(common.omissions, *runtime);
  return runtime;
}

std::unique_ptr<Runtime> fresh_runtime(Json const& params, std::shared_ptr<SharedList> const& called,
                                       Common const& common) {
  std::unique_ptr<Runtime> runtime = runtime_for(params, common);
  Json const& clients =
      object_in(registrations(params), "connections", "params.register.connections must map names to clients");
  for (auto const& [name, client] : clients.items()) {
    register_connection(name, std::make_shared<Client const>(read_client(client)), *runtime);
  }
  register_doubles(params, called, runtime->invokers);
  return runtime;
}

std::unique_ptr<Runtime> own_runtime(Json const& params, std::shared_ptr<SharedList> const& called,
                                     Common const& common) {
  bool const has_agent = params.contains("agent") || params.contains("path");
  bool const brings_tools = has_agent && params.contains("handlers");
  bool const brings_something = params.contains("env") || params.contains("register") || brings_tools;
  if (!brings_something) return nullptr;
  std::unique_ptr<Runtime> runtime = fresh_runtime(params, called, common);
  if (!brings_tools) return runtime;
  Json const& handlers = object_in(params, "handlers", "params.handlers must map names to canned handlers");
  for (auto const& [name, canned] : handlers.items()) register_tool(name, canned_tool(canned), *runtime);
  return runtime;
}

}  // namespace prompty::adapter
