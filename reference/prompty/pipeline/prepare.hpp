#pragma once

#include "prompty/inputs/inputs.hpp"
#include "prompty/pipeline/runtimes.hpp"

namespace prompty {

/// A filled template. Each rich input that it shows stands in `text` as a placeholder of a nonce of `rich_values`.
struct Rendered {
  std::string text;
  RichValues rich_values = {};

  bool operator==(Rendered const&) const;
};

/// The agent's instructions filled with `inputs`, a JSON object: see `validate_inputs` for what is filled in and
/// refused, and `replace_rich_inputs` for the shapes of threads, images, files and audio. The renderer is found by
/// `agent.prompt_template.format.kind` (P2.8-03). Where the runtime's tracer records, this makes a span of its name, as
/// `parse` and `prepare` do, below `parent` if that is given. Throws InvokerError for an unknown kind of format,
/// ValueError for wrong inputs and whatever the renderer refuses.
[[nodiscard]] Rendered render(PromptyAgent const& agent, Json const& inputs = empty_object(),
                              Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// The messages in rendered text, rich values in their places; no marker is expected to carry a nonce. The parser is
/// that of `agent.prompt_template.parser.kind` (P2.8-04). Throws InvokerError when there is none, and what it throws.
[[nodiscard]] std::vector<Message> parse(PromptyAgent const& agent, Rendered const& rendered,
                                         Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// The messages that the agent makes of `inputs`: `render`, then `parse`. Unless `template.format.strict` is false,
/// what an input brings cannot open a message: text there that looks like a role marker stays text. Throws what these
/// two throw, and ValueError for a role marker of an input that carries a nonce, for a marker of the template that an
/// input has broken or given attributes (P6.4-03), and for a `strict` that is no boolean.
[[nodiscard]] std::vector<Message> prepare(PromptyAgent const& agent, Json const& inputs = empty_object(),
                                           Runtime const& runtime = global_runtime(), SpanParent const& parent = {});

/// As `render`, on another thread; the future throws what `render` does. The runtime must outlive it.
[[nodiscard]] std::future<Rendered> render_async(PromptyAgent agent, Json inputs = empty_object(),
                                                 Runtime const& runtime = global_runtime(),
                                                 SpanParent const& parent = {});

/// As `parse`, on another thread; the future throws what `parse` does. The runtime must outlive it.
[[nodiscard]] std::future<std::vector<Message>> parse_async(PromptyAgent agent, Rendered rendered,
                                                            Runtime const& runtime = global_runtime(),
                                                            SpanParent const& parent = {});

/// As `prepare`, on another thread; the future throws what `prepare` does. The runtime must outlive it.
[[nodiscard]] std::future<std::vector<Message>> prepare_async(PromptyAgent agent, Json inputs = empty_object(),
                                                              Runtime const& runtime = global_runtime(),
                                                              SpanParent const& parent = {});

/// Whether inputs of an agent can open messages: `strict` prevents it.
enum class MarkerMode { strict, open };

/// What `template.format.strict` says; strict when it is not set. Throws ValueError when it is no boolean.
[[nodiscard]] MarkerMode marker_mode_of(PromptyAgent const& agent);

/// Whether `error` is on a line of the agent's instructions that differs in `changed`, which has the same lines.
[[nodiscard]] bool is_on_changed_line(Error const& error, PromptyAgent const& agent, std::string_view changed);

}  // namespace prompty
