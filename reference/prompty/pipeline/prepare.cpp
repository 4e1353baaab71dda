#include "prompty/pipeline/prepare.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/parse/threads.hpp"
#include "prompty/pipeline/guard.hpp"
#include "prompty/pipeline/rich_inputs.hpp"
#include "prompty/pipeline/template_places.hpp"

namespace prompty {
namespace preparation {
namespace {

std::shared_ptr<Renderer const> renderer_of(PromptyAgent const& agent, Runtime const& runtime) {
  return get_renderer(runtime.invokers, agent.prompt_template.format.kind);
}

std::shared_ptr<Parser const> parser_of(PromptyAgent const& agent, Runtime const& runtime) {
  return get_parser(runtime.invokers, agent.prompt_template.parser.kind);
}

TemplateInputs template_inputs(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime) {
  return replace_rich_inputs(agent, validate_inputs(agent, inputs), runtime.nonces);
}

std::vector<Message> parse_guarded(PromptyAgent const& agent, Json const& values, Renderer const& renderer,
                                   std::shared_ptr<Parser const> const& parser, Runtime const& runtime) {
  std::shared_ptr<TaggedTemplate const> const tagged =
      runtime.tagged_templates.get(agent.instructions, parser, runtime.nonces);
  PromptyAgent tagged_agent = agent;
  tagged_agent.instructions = tagged->text;
  try {
    return parser->parse_tagged(agent, renderer.render(tagged_agent, values), tagged->nonce);
  } catch (Error const& error) {
    // The author's own template fails the same way and with the columns that the author sees.
    if (is_on_changed_line(error, agent, tagged->text)) static_cast<void>(renderer.render(agent, values));
    throw;
  }
}

}  // namespace
}  // namespace preparation

Rendered render(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime) {
  std::shared_ptr<Renderer const> const renderer = preparation::renderer_of(agent, runtime);
  TemplateInputs replaced = preparation::template_inputs(agent, inputs, runtime);
  return {.text = renderer->render(agent, replaced.values), .rich_values = std::move(replaced.rich_values)};
}

std::vector<Message> parse(PromptyAgent const& agent, Rendered const& rendered, Runtime const& runtime) {
  return threads::splice(preparation::parser_of(agent, runtime)->parse(agent, rendered.text), rendered.rich_values);
}

std::vector<Message> prepare(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime) {
  // Both are looked up before anything is done: nothing is rendered that nobody could parse.
  std::shared_ptr<Renderer const> const renderer = preparation::renderer_of(agent, runtime);
  std::shared_ptr<Parser const> const parser = preparation::parser_of(agent, runtime);
  if (guard_of(agent) == Guard::open) return parse(agent, render(agent, inputs, runtime), runtime);
  TemplateInputs const replaced = preparation::template_inputs(agent, inputs, runtime);
  return threads::splice(preparation::parse_guarded(agent, replaced.values, *renderer, parser, runtime),
                         replaced.rich_values);
}

std::future<Rendered> render_async(PromptyAgent agent, Json inputs, Runtime const& runtime) {
  return std::async(std::launch::async, [agent = std::move(agent), inputs = std::move(inputs), &runtime] {
    return render(agent, inputs, runtime);
  });
}

std::future<std::vector<Message>> parse_async(PromptyAgent agent, Rendered rendered, Runtime const& runtime) {
  return std::async(std::launch::async, [agent = std::move(agent), rendered = std::move(rendered), &runtime] {
    return parse(agent, rendered, runtime);
  });
}

std::future<std::vector<Message>> prepare_async(PromptyAgent agent, Json inputs, Runtime const& runtime) {
  return std::async(std::launch::async, [agent = std::move(agent), inputs = std::move(inputs), &runtime] {
    return prepare(agent, inputs, runtime);
  });
}

}  // namespace prompty
