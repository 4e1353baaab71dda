#include "prompty/pipeline/runtimes.hpp"

#include <utility>

#include "prompty/parse/prompty_parser.hpp"
#include "prompty/provider/anthropic_executor.hpp"
#include "prompty/provider/anthropic_processor.hpp"
#include "prompty/provider/openai_executor.hpp"
#include "prompty/provider/openai_processor.hpp"
#include "prompty/render/jinja_renderer.hpp"
#include "prompty/render/mustache_renderer.hpp"

namespace prompty {

std::unique_ptr<Runtime> make_runtime(std::shared_ptr<Transport const> transport, Profile profile) {
  std::unique_ptr<Runtime> runtime = std::make_unique<Runtime>();
  runtime->profile = profile;
  runtime->invokers.renderers.add("jinja2", std::make_shared<JinjaRenderer>());
  runtime->invokers.renderers.add("mustache", std::make_shared<MustacheRenderer>());
  runtime->invokers.parsers.add("prompty", make_prompty_parser());
  runtime->invokers.executors.add("anthropic", std::make_shared<anthropic::AnthropicExecutor>(transport, profile));
  runtime->invokers.processors.add("anthropic", std::make_shared<anthropic::AnthropicProcessor>(profile));
  runtime->invokers.executors.add("openai", std::make_shared<openai::OpenAiExecutor>(std::move(transport), profile));
  runtime->invokers.processors.add("openai", std::make_shared<openai::OpenAiProcessor>());
  return runtime;
}

std::unique_ptr<Runtime> make_runtime(HttpOptions const& options, Profile profile) {
  return make_runtime(std::make_shared<HttpTransport>(options), profile);
}

Runtime& global_runtime() {
  static std::unique_ptr<Runtime> const runtime = make_runtime();
  return *runtime;
}

}  // namespace prompty
