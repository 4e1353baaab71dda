#include "adapter/request_runtime.hpp"

#include <fmt/core.h>

#include "adapter/canned_handlers.hpp"
#include "adapter/params.hpp"

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

class LimitedExecutor final : public Executor {
 public:
  LimitedExecutor(std::shared_ptr<Executor const> inner, Omissions omissions)
      : inner_(std::move(inner)), omissions_(std::move(omissions)) {}

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override {
    require_sendable(agent);
    return inner_->execute(agent, messages);
  }

  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const override {
    require_sendable(agent);
    return inner_->execute_stream(agent, messages);
  }

  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override {
    require_api_type(omissions_, agent);
    return inner_->build_request(agent, messages);
  }

  [[nodiscard]] bool offers_child_prompts(PromptyAgent const& agent) const override {
    return inner_->offers_child_prompts(agent);
  }

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override {
    return inner_->whole_response(agent, chunks);
  }

  [[nodiscard]] std::string thinking_of(PromptyAgent const& agent, Json const& response_or_chunk) const override {
    return inner_->thinking_of(agent, response_or_chunk);
  }

  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<std::string> const& results,
                                                          std::string const& text) const override {
    return inner_->format_tool_messages(agent, response, calls, results, text);
  }

 private:
  void require_sendable(PromptyAgent const& agent) const {
    require_api_type(omissions_, agent);
    if (agent.model) require_connection(omissions_, agent.model->connection);
  }

  std::shared_ptr<Executor const> inner_;
  Omissions const omissions_;
};

class LimitedProcessor final : public Processor {
 public:
  LimitedProcessor(std::shared_ptr<Processor const> inner, Omissions omissions)
      : inner_(std::move(inner)), omissions_(std::move(omissions)) {}

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    require_api_type(omissions_, agent);
    return inner_->process(agent, response);
  }

  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override {
    require_api_type(omissions_, agent);
    return inner_->process_stream(agent, std::move(chunks));
  }

 private:
  std::shared_ptr<Processor const> inner_;
  Omissions const omissions_;
};

void limit_providers(Omissions const& omissions, Invokers& invokers) {
  for (std::string const provider : {"openai", "azure", "foundry", "anthropic"}) {
    if (omissions.providers.contains(provider)) {
      invokers.executors.remove(provider);
      invokers.processors.remove(provider);
      continue;
    }
    invokers.executors.add(provider, std::make_shared<LimitedExecutor>(invokers.executors.find(provider), omissions));
    invokers.processors.add(provider,
                            std::make_shared<LimitedProcessor>(invokers.processors.find(provider), omissions));
  }
}

std::optional<Connection> connection_of(Tool const& tool) {
  if (McpTool const* const mcp = std::get_if<McpTool>(&tool.details)) return mcp->connection;
  if (OpenApiTool const* const api = std::get_if<OpenApiTool>(&tool.details)) return api->connection;
  return std::nullopt;
}

void limit_connections_of_tools(Omissions const& omissions, ToolRegistry& tools) {
  for (std::string const kind : {"mcp", "openapi"}) {
    std::shared_ptr<ToolDiscovery const> const discovery = tools.discoveries.find(kind);
    std::shared_ptr<KindHandler const> const handler = tools.built_in.find(kind);
    if (handler == nullptr || discovery == nullptr) continue;
    tools.discoveries.add(
        kind, std::make_shared<ToolDiscovery>([omissions, discovery](Tool const& tool, PromptyAgent const& agent) {
          require_connection(omissions, connection_of(tool));
          return (*discovery)(tool, agent);
        }));
    tools.built_in.add(kind,
                       std::make_shared<KindHandler>([omissions, handler](Tool const& tool, Json const& arguments,
                                                                          PromptyAgent const& agent, Json const& inputs,
                                                                          CallSetting const& setting) {
                         require_connection(omissions, connection_of(tool));
                         return (*handler)(tool, arguments, agent, inputs, setting);
                       }));
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

using Calls = std::shared_ptr<CalledDoubles>;

/// Gives the same answer to every call and records it.
template <class Component, class Answer>
class Double : public Component {
 public:
  Double(std::string key, Answer answer, Calls called)
      : key_(std::move(key)), answer_(std::move(answer)), called_(std::move(called)) {}

 protected:
  [[nodiscard]] Answer const& record(std::string const& component, Json received) const {
    called_->add(component, key_, std::move(received));
    return answer_;
  }

 private:
  std::string key_;
  Answer answer_;
  Calls called_;
};

class RendererDouble final : public Double<Renderer, std::string> {
 public:
  using Double::Double;

  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override {
    return record("renderer", Json{{"agent", agent_codec::to_json(agent)}, {"inputs", inputs}});
  }
};

class ParserDouble final : public Double<Parser, std::vector<Message>> {
 public:
  using Double::Double;

  [[nodiscard]] std::vector<Message> parse(PromptyAgent const& agent, std::string const& rendered) const override {
    return record("parser", Json{{"agent", agent_codec::to_json(agent)}, {"rendered", rendered}});
  }
};

class ExecutorDouble final : public Double<Executor, Json> {
 public:
  using Double::Double;

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override {
    return record("executor",
                  Json{{"agent", agent_codec::to_json(agent)}, {"messages", message_codec::write(messages)}});
  }
};

class ProcessorDouble final : public Double<Processor, Outcome> {
 public:
  using Double::Double;

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    return record("processor", Json{{"agent", agent_codec::to_json(agent)}, {"response", response}});
  }
};

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

void register_double(std::string const& components, std::string const& key, Json const& answer, Calls const& called,
                     Invokers& invokers) {
  if (components == "renderers") {
    if (!answer.is_string()) throw InvalidParams{"the answer of a registered renderer must be a string"};
    invokers.renderers.add(key, std::make_shared<RendererDouble>(key, answer.get<std::string>(), called));
  } else if (components == "parsers") {
    invokers.parsers.add(key, std::make_shared<ParserDouble>(key, read_messages(answer), called));
  } else if (components == "executors") {
    invokers.executors.add(key, std::make_shared<ExecutorDouble>(key, answer, called));
  } else {
    invokers.processors.add(key, std::make_shared<ProcessorDouble>(key, read_outcome(answer), called));
  }
}

Json registrations(Json const& params) {
  Json registered = params.value("register", Json::object());
  if (!registered.is_object()) throw InvalidParams{"params.register must be an object"};
  return registered;
}

void register_doubles(Json const& params, Calls const& called, Invokers& invokers) {
  static std::set<std::string> const all = {"renderers", "parsers", "executors", "processors"};
  Json const registered = registrations(params);
  for (auto const& [components, answers] : registered.items()) {
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
    for (auto const& [key, answer] : answers.items()) {
      register_double(components, key, answer, called, invokers);
    }
  }
}

Json registered_clients(Json const& params) {
  Json clients = registrations(params).value("connections", Json::object());
  if (!clients.is_object()) throw InvalidParams{"params.register.connections must map names to clients"};
  return clients;
}

}  // namespace

void CalledDoubles::add(std::string const& component, std::string const& key, Json received) {
  std::scoped_lock const lock(mutex_);
  calls_.push_back(Json{{"component", component}, {"key", key}, {"received", std::move(received)}});
}

Json CalledDoubles::list() const {
  std::scoped_lock const lock(mutex_);
  return calls_;
}

bool registers_components(Json const& params) {
  Json const registered = registrations(params);
  return registered.size() > registered.count("connections");
}

std::unique_ptr<Runtime> runtime_for(Json const& params, Omissions const& omissions) {
  std::optional<std::map<std::string, std::string>> variables = optional_variables(params, "env");
  Environment environment = variables ? fixed_environment(*std::move(variables)) : process_environment();
  std::unique_ptr<Runtime> runtime = make_runtime(HttpOptions{}, profile_of(params), std::move(environment));
  leave_out(omissions, *runtime);
  return runtime;
}

std::unique_ptr<Runtime> fresh_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                       Omissions const& omissions) {
  std::unique_ptr<Runtime> runtime = runtime_for(params, omissions);
  Json const clients = registered_clients(params);
  for (auto const& [name, client] : clients.items()) {
    register_connection(name, std::make_shared<Client const>(read_client(client)), *runtime);
  }
  register_doubles(params, called, runtime->invokers);
  return runtime;
}

std::unique_ptr<Runtime> own_runtime(Json const& params, std::shared_ptr<CalledDoubles> const& called,
                                     Omissions const& omissions) {
  bool const has_agent = params.contains("agent") || params.contains("path");
  bool const brings_tools = has_agent && params.contains("handlers");
  bool const brings_something = params.contains("env") || params.contains("register") || brings_tools;
  if (!brings_something) return nullptr;
  std::unique_ptr<Runtime> runtime = fresh_runtime(params, called, omissions);
  if (!brings_tools) return runtime;
  if (!params["handlers"].is_object()) throw InvalidParams{"params.handlers must map names to canned handlers"};
  for (auto const& [name, canned] : params["handlers"].items()) {
    register_tool(name, canned_tool(canned), *runtime);
  }
  return runtime;
}

}  // namespace prompty::adapter
