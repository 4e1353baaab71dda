#include "prompty/pipeline/registries.hpp"

#include <utility>

namespace prompty {

void register_connection(std::string name, std::shared_ptr<Client const> client, Runtime& runtime) {
  // P11.1-01, P11.1-02: the object itself is kept, no copy of it, so that all prompts which name it share it.
  runtime.connections->clients.add(std::move(name), std::move(client));
}

std::shared_ptr<Client const> get_connection(std::string_view name, Runtime const& runtime) {
  return runtime.connections->clients.find(name);
}

void clear_connections(Runtime& runtime) {
  // P11.1-04: sources of tokens and servers of tools stay.
  runtime.connections->clients.clear();
}

void register_tool(std::string name, ToolHandler handler, Runtime& runtime) {
  // P11.2-05: nobody asks whether some agent declares a tool of that name.
  runtime.tools->names.add(std::move(name), std::make_shared<ToolHandler const>(std::move(handler)));
}

std::shared_ptr<ToolHandler const> get_tool(std::string_view name, Runtime const& runtime) {
  return runtime.tools->names.find(name);
}

void clear_tools(Runtime& runtime) {
  runtime.tools->names.clear();
}

void register_tool_handler(std::string kind, KindHandler handler, Runtime& runtime) {
  // P11.2-10: any word is a kind, also one that the specification does not list.
  runtime.tools->kinds.add(std::move(kind), std::make_shared<KindHandler const>(std::move(handler)));
}

std::shared_ptr<KindHandler const> get_tool_handler(std::string_view kind, Runtime const& runtime) {
  return runtime.tools->kinds.find(kind);
}

void clear_tool_handlers(Runtime& runtime) {
  runtime.tools->kinds.clear();
}

void register_renderer(std::string key, std::shared_ptr<Renderer const> renderer, Runtime& runtime) {
  runtime.invokers.renderers.add(std::move(key), std::move(renderer));
}

void register_parser(std::string key, std::shared_ptr<Parser const> parser, Runtime& runtime) {
  runtime.invokers.parsers.add(std::move(key), std::move(parser));
}

void register_executor(std::string key, std::shared_ptr<Executor const> executor, Runtime& runtime) {
  runtime.invokers.executors.add(std::move(key), std::move(executor));
}

void register_processor(std::string key, std::shared_ptr<Processor const> processor, Runtime& runtime) {
  runtime.invokers.processors.add(std::move(key), std::move(processor));
}

std::shared_ptr<Renderer const> get_renderer(std::string_view key, Runtime const& runtime) {
  return get_renderer(runtime.invokers, key);
}

std::shared_ptr<Parser const> get_parser(std::string_view key, Runtime const& runtime) {
  return get_parser(runtime.invokers, key);
}

std::shared_ptr<Executor const> get_executor(std::string_view key, Runtime const& runtime) {
  return get_executor(runtime.invokers, key);
}

std::shared_ptr<Processor const> get_processor(std::string_view key, Runtime const& runtime) {
  return get_processor(runtime.invokers, key);
}

void clear_cache(Runtime& runtime) {
  runtime.tagged_templates.clear();
}

}  // namespace prompty
