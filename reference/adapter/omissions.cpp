#include "adapter/omissions.hpp"

#include <fmt/core.h>

#include <memory>
#include <string_view>
#include <utility>

#include "prompty/prompty.hpp"

namespace prompty::adapter {
namespace omissions {
namespace {

InvokerError left_out(std::string_view what, std::string_view name) {
  return InvokerError(fmt::format("This runtime was made without the {} {}", what, name));
}

void demand_api_type(Omissions const& omissions, PromptyAgent const& agent) {
  std::string const type = agent.model ? agent.model->api_type : "chat";
  if (omissions.api_types.contains(type)) throw left_out("API type", type);
}

void demand_connection(Omissions const& omissions, PromptyAgent const& agent) {
  if (!agent.model || !agent.model->connection) return;
  std::string const kind = kind_of(*agent.model->connection);
  if (omissions.connection_kinds.contains(kind)) throw left_out("connection kind", kind);
}

class LimitedExecutor final : public Executor {
 public:
  LimitedExecutor(std::shared_ptr<Executor const> inner, Omissions omissions)
      : inner_(std::move(inner)), omissions_(std::move(omissions)) {}

  [[nodiscard]] Json execute(PromptyAgent const& agent, std::vector<Message> const& messages) const override {
    demand_sendable(agent);
    return inner_->execute(agent, messages);
  }

  [[nodiscard]] std::shared_ptr<PromptyStream> execute_stream(PromptyAgent const& agent,
                                                              std::vector<Message> const& messages) const override {
    demand_sendable(agent);
    return inner_->execute_stream(agent, messages);
  }

  [[nodiscard]] ProviderRequest build_request(PromptyAgent const& agent,
                                              std::vector<Message> const& messages) const override {
    demand_api_type(omissions_, agent);
    return inner_->build_request(agent, messages);
  }

  [[nodiscard]] bool offers_child_prompts(PromptyAgent const& agent) const override {
    return inner_->offers_child_prompts(agent);
  }

  [[nodiscard]] Json whole_response(PromptyAgent const& agent, std::vector<Json> const& chunks) const override {
    return inner_->whole_response(agent, chunks);
  }

  [[nodiscard]] std::string thinking_in(PromptyAgent const& agent, Json const& response_or_chunk) const override {
    return inner_->thinking_in(agent, response_or_chunk);
  }

  [[nodiscard]] std::vector<Message> format_tool_messages(PromptyAgent const& agent, Json const& response,
                                                          std::vector<ToolCall> const& calls,
                                                          std::vector<std::string> const& results,
                                                          std::string const& text) const override {
    return inner_->format_tool_messages(agent, response, calls, results, text);
  }

 private:
  void demand_sendable(PromptyAgent const& agent) const {
    demand_api_type(omissions_, agent);
    demand_connection(omissions_, agent);
  }

  std::shared_ptr<Executor const> inner_;
  Omissions const omissions_;
};

class LimitedProcessor final : public Processor {
 public:
  LimitedProcessor(std::shared_ptr<Processor const> inner, Omissions omissions)
      : inner_(std::move(inner)), omissions_(std::move(omissions)) {}

  [[nodiscard]] Outcome process(PromptyAgent const& agent, Json const& response) const override {
    demand_api_type(omissions_, agent);
    return inner_->process(agent, response);
  }

  [[nodiscard]] ItemStream process_stream(PromptyAgent const& agent,
                                          std::shared_ptr<PromptyStream> chunks) const override {
    demand_api_type(omissions_, agent);
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

void demand_connection(Omissions const& omissions, Tool const& tool) {
  std::optional<Connection> const connection = connection_of(tool);
  if (!connection) return;
  std::string const kind = kind_of(*connection);
  if (omissions.connection_kinds.contains(kind)) throw left_out("connection kind", kind);
}

/// Calls and discoveries of tools that have connections.
void limit_connections_of_tools(Omissions const& omissions, ToolRegistry& tools) {
  for (std::string const kind : {"mcp", "openapi"}) {
    std::shared_ptr<ToolDiscovery const> const discovery = tools.discoveries.find(kind);
    std::shared_ptr<KindHandler const> const handler = tools.built_in.find(kind);
    if (handler == nullptr || discovery == nullptr) continue;
    tools.discoveries.add(
        kind, std::make_shared<ToolDiscovery>([omissions, discovery](Tool const& tool, PromptyAgent const& agent) {
          demand_connection(omissions, tool);
          return (*discovery)(tool, agent);
        }));
    tools.built_in.add(kind,
                       std::make_shared<KindHandler>([omissions, handler](Tool const& tool, Json const& arguments,
                                                                          PromptyAgent const& agent, Json const& inputs,
                                                                          CallSetting const& setting) {
                         demand_connection(omissions, tool);
                         return (*handler)(tool, arguments, agent, inputs, setting);
                       }));
  }
}

}  // namespace
}  // namespace omissions

void leave_out(Omissions const& left_out, Runtime& runtime) {
  omissions::limit_providers(left_out, runtime.invokers);
  for (std::string const& renderer : left_out.renderers) runtime.invokers.renderers.remove(renderer);
  for (std::string const& kind : left_out.tool_kinds) {
    runtime.tools->built_in.remove(kind);
    runtime.tools->discoveries.remove(kind);
  }
  omissions::limit_connections_of_tools(left_out, *runtime.tools);
  register_builtins(runtime);
}

}  // namespace prompty::adapter
