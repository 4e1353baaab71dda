#include "prompty/pipeline/prepare.hpp"

#include "prompty/core/errors.hpp"
#include "prompty/load/message_codec.hpp"
#include "prompty/parse/messages.hpp"
#include "prompty/pipeline/traced_stages.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty {
namespace {

/// The line of this number, from 1; "" behind the last.
std::string_view line_of(std::string_view text, std::size_t number) {
  for (; number > 1; --number) {
    std::size_t const end = text.find('\n');
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

TemplateInputs template_inputs(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime) {
  // P5.1-01, P12.1-11: the one way to the template; defaults come first, so that rich ones get a placeholder too.
  return replace_rich_inputs(agent, validate_inputs(agent, inputs), runtime.nonces);
}

constexpr TracedCall prepare_call = {.name = "prepare", .signature = "prompty.prepare"};
constexpr TracedCall render_call = {.name = "render", .signature = "prompty.render"};
constexpr TracedCall parse_call = {.name = "parse", .signature = "prompty.parse"};

std::vector<Message> parse_guarded(PromptyAgent const& agent, Json const& values, Renderer const& renderer,
                                   std::shared_ptr<Parser const> const& parser, Runtime const& runtime,
                                   SpanParent const& parent) {
  std::shared_ptr<TaggedTemplate const> const tagged =
      runtime.tagged_templates.get(agent.instructions, parser, runtime.nonces);
  PromptyAgent tagged_agent = agent;
  tagged_agent.instructions = tagged->text;
  // A trace must not show the nonce: with it, an input could contain role markers that count.
  auto const shown = [&](std::string text) {
    for (std::size_t at = text.find(tagged->nonce); at != std::string::npos; at = text.find(tagged->nonce, at))
      text.erase(at, tagged->nonce.size());
    return Json(std::move(text));
  };
  try {
    std::string const rendered = traced(
        runtime.tracer, parent, render_call, [&] { return call_inputs("inputs", values); },
        [&](Span&) { return renderer.render(tagged_agent, values); }, shown);
    return traced(
        runtime.tracer, parent, parse_call, [&] { return call_inputs("rendered", shown(rendered)); },
        [&](Span&) { return parser->parse_tagged(agent, rendered, tagged->nonce); }, message_codec::write);
  } catch (Error const& error) {
    // The author's own template fails the same way and with the columns that the author sees.
    if (is_on_changed_line(error, agent, tagged->text)) static_cast<void>(renderer.render(agent, values));
    throw;
  }
}

}  // namespace

bool Rendered::operator==(Rendered const&) const = default;

MarkerMode marker_mode_of(PromptyAgent const& agent) {
  Json const& strict = member_of(agent.prompt_template.format.settings, "strict");
  if (strict.is_null()) return MarkerMode::strict;
  if (!strict.is_boolean()) throw errors::wrong_type("template.format.strict", "true or false", strict);
  return strict.get<bool>() ? MarkerMode::strict : MarkerMode::open;
}

bool is_on_changed_line(Error const& error, PromptyAgent const& agent, std::string_view changed) {
  std::size_t const first = agent.origin ? agent.origin->body_line : 1;
  if (error.place().line < first) return false;
  std::size_t const number = error.place().line - first + 1;
  return line_of(agent.instructions, number) != line_of(changed, number);
}

Rendered render(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime, SpanParent const& parent) {
  // P5.1-04, P11.3-08: looked up for each call, so that one registered meanwhile serves the next; others are refused.
  std::shared_ptr<Renderer const> const renderer = get_renderer(agent.prompt_template.format.kind, runtime);
  return traced(
      runtime.tracer, parent, render_call, [&] { return call_inputs(agent, inputs, runtime.tracer); },
      [&](Span&) {
        TemplateInputs replaced = template_inputs(agent, inputs, runtime);
        // P6.4-05: the template of the author; the tagged one never leaves `prepare`.
        return Rendered{.text = renderer->render(agent, replaced.values),
                        .rich_values = std::move(replaced.rich_values)};
      },
      [](Rendered const& rendered) { return Json(rendered.text); });
}

std::vector<Message> parse(PromptyAgent const& agent, Rendered const& rendered, Runtime const& runtime,
                           SpanParent const& parent) {
  // P11.3-09: a key of its own; any parser goes with any renderer.
  std::shared_ptr<Parser const> const parser = get_parser(agent.prompt_template.parser.kind, runtime);
  return traced(
      runtime.tracer, parent, parse_call, [&] { return call_inputs("rendered", rendered.text); },
      [&](Span&) { return threads::splice(parser->parse(agent, rendered.text), rendered.rich_values); },
      message_codec::write);
}

std::vector<Message> prepare(PromptyAgent const& agent, Json const& inputs, Runtime const& runtime,
                             SpanParent const& parent) {
  // Both are looked up first: nothing is rendered that cannot be parsed.
  std::shared_ptr<Renderer const> const renderer = get_renderer(agent.prompt_template.format.kind, runtime);
  std::shared_ptr<Parser const> const parser = get_parser(agent.prompt_template.parser.kind, runtime);
  return traced(
      runtime.tracer, parent, prepare_call, [&] { return call_inputs(agent, inputs, runtime.tracer); },
      [&](Span& span) {
        // P6.4-02: without tags, so that markers in inputs count as well.
        if (marker_mode_of(agent) == MarkerMode::open) {
          return parse(agent, render(agent, inputs, runtime, span.as_parent()), runtime, span.as_parent());
        }
        TemplateInputs const replaced = template_inputs(agent, inputs, runtime);
        return threads::splice(parse_guarded(agent, replaced.values, *renderer, parser, runtime, span.as_parent()),
                               replaced.rich_values);
      },
      message_codec::write);
}

std::future<Rendered> render_async(PromptyAgent agent, Json inputs, Runtime const& runtime, SpanParent const& parent) {
  return std::async(std::launch::async, render, std::move(agent), std::move(inputs), std::cref(runtime), parent);
}

std::future<std::vector<Message>> parse_async(PromptyAgent agent, Rendered rendered, Runtime const& runtime,
                                              SpanParent const& parent) {
  return std::async(std::launch::async, parse, std::move(agent), std::move(rendered), std::cref(runtime), parent);
}

std::future<std::vector<Message>> prepare_async(PromptyAgent agent, Json inputs, Runtime const& runtime,
                                                SpanParent const& parent) {
  return std::async(std::launch::async, prepare, std::move(agent), std::move(inputs), std::cref(runtime), parent);
}

}  // namespace prompty
