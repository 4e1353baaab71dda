#include "prompty/pipeline/runtimes.hpp"

#include "prompty/parse/messages.hpp"
#include "prompty/pipeline/kind_handlers.hpp"
#include "prompty/provider/providers.hpp"
#include "prompty/render/renderers.hpp"

namespace prompty {
namespace {

void add_openai(Runtime& runtime, std::string const& key, std::shared_ptr<Transport const> const& transport,
                openai::Service service) {
  runtime.invokers.executors.add(
      key, openai::make_executor(transport, runtime.profile, runtime.connections, service, runtime.edition));
  runtime.invokers.processors.add(key, openai::make_processor(runtime.profile));
}

}  // namespace

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Transport const> transport, Profile profile, Edition edition) {
  std::unique_ptr<Runtime> runtime = std::make_unique<Runtime>();
  runtime->profile.set(profile);
  runtime->edition = edition;
  // P11.3-14: the engine of a file that names none.
  runtime->invokers.renderers.add("jinja2", std::make_shared<JinjaRenderer>());
  // P11.3-15: an engine of its own, not Jinja2 with other braces.
  runtime->invokers.renderers.add("mustache", std::make_shared<MustacheRenderer>());
  runtime->invokers.parsers.add("prompty", make_prompty_parser());
  // P7.5-01, P11.3-20: without this pair an agent of the provider would find no executor; no other one takes its place.
  runtime->invokers.executors.add("anthropic",
                                  anthropic::make_executor(transport, runtime->profile, runtime->connections));
  runtime->invokers.processors.add("anthropic", anthropic::make_processor(runtime->profile));
  add_openai(*runtime, "azure", transport, openai::Service::azure);
  // P11.3-19: the interface is that of OpenAI; paths and the header of the key are those of Azure.
  add_openai(*runtime, "foundry", transport, openai::Service::azure);
  // P7.0-01, P11.3-17, P11.3-18: all four API types, from building requests to reading streamed answers.
  add_openai(*runtime, "openai", transport, openai::Service::openai);
  add_tool_kinds(*runtime, transport);
  return runtime;
}

std::unique_ptr<Runtime> make_runtime(HttpOptions options, Profile profile, Environment environment, Edition edition) {
  if (!options.proxies) options.proxies = proxies_in(environment);
  std::unique_ptr<Runtime> runtime =
      make_runtime(std::make_shared<HttpTransport>(std::move(options)), profile, edition);
  runtime->environment = std::move(environment);
  return runtime;
}

Runtime& global_runtime() {
  // P11.1-06, P11.2-09, P11.2-14: one for the whole process, whichever thread comes first.
  static std::unique_ptr<Runtime> const runtime = make_runtime();
  return *runtime;
}

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

void register_mcp_server(std::string name, McpServer server, Runtime& runtime) {
  runtime.connections->mcp_servers.add(std::move(name), std::make_shared<McpServer>(std::move(server)));
}

void register_tool(std::string name, ToolHandler handler, Runtime& runtime) {
  // P11.2-05: whether some agent declares a tool of that name or not.
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
