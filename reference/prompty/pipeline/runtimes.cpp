#include "prompty/pipeline/runtimes.hpp"

#include <string>
#include <utility>

#include "prompty/parse/prompty_parser.hpp"
#include "prompty/pipeline/kind_handlers.hpp"
#include "prompty/pipeline/mcp.hpp"
#include "prompty/pipeline/openapi.hpp"
#include "prompty/provider/anthropic_executor.hpp"
#include "prompty/provider/anthropic_processor.hpp"
#include "prompty/provider/openai_executor.hpp"
#include "prompty/provider/openai_processor.hpp"
#include "prompty/render/jinja_renderer.hpp"
#include "prompty/render/mustache_renderer.hpp"
#include "prompty/transport/proxy.hpp"

namespace prompty {
namespace runtimes {
namespace {

void add_openai(Runtime& runtime, std::string const& key, std::shared_ptr<Transport const> const& transport,
                openai::Service service) {
  runtime.invokers.executors.add(
      key, std::make_shared<openai::OpenAiExecutor>(transport, runtime.profile, runtime.connections, service));
  runtime.invokers.processors.add(key, std::make_shared<openai::OpenAiProcessor>());
}

}  // namespace
}  // namespace runtimes

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Transport const> transport, Profile profile) {
  std::unique_ptr<Runtime> runtime = std::make_unique<Runtime>();
  runtime->profile = profile;
  // P11.3-14: what fills the template of a file that names no engine.
  runtime->invokers.renderers.add("jinja2", std::make_shared<JinjaRenderer>());
  // P11.3-15: an engine of its own, not Jinja2 with other braces.
  runtime->invokers.renderers.add("mustache", std::make_shared<MustacheRenderer>());
  runtime->invokers.parsers.add("prompty", make_prompty_parser());
  // P7.5-01, P11.3-20: without this pair an agent of the provider would find no executor; no other one takes its place.
  runtime->invokers.executors.add(
      "anthropic", std::make_shared<anthropic::AnthropicExecutor>(transport, profile, runtime->connections));
  runtime->invokers.processors.add("anthropic", std::make_shared<anthropic::AnthropicProcessor>(profile));
  runtimes::add_openai(*runtime, "azure", transport, openai::Service::azure);
  // P11.3-19: the interface is that of OpenAI; paths and the header of the key are those of Azure.
  runtimes::add_openai(*runtime, "foundry", transport, openai::Service::azure);
  // P7.0-01, P11.3-17, P11.3-18: all four API types, from building requests to reading streamed answers.
  runtimes::add_openai(*runtime, "openai", transport, openai::Service::openai);
  register_builtins(*runtime);
  add_mcp(*runtime, transport);
  add_openapi(*runtime, transport);
  return runtime;
}

std::unique_ptr<Runtime> make_runtime(HttpOptions options, Profile profile, Environment environment) {
  if (!options.proxies) options.proxies = proxies_in(environment);
  std::unique_ptr<Runtime> runtime = make_runtime(std::make_shared<HttpTransport>(std::move(options)), profile);
  runtime->environment = std::move(environment);
  return runtime;
}

Runtime& global_runtime() {
  // P11.1-06, P11.2-09, P11.2-14: one for the whole process, whichever thread comes first.
  static std::unique_ptr<Runtime> const runtime = make_runtime();
  return *runtime;
}

}  // namespace prompty
