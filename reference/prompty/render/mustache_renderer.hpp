#pragma once

#include "prompty/protocols/protocols.hpp"

namespace prompty {

/// The renderer under the key "mustache": variables, sections, inverted sections, lists and comments; nothing is
/// escaped. Shared between threads.
class MustacheRenderer : public Renderer {
 public:
  /// `agent.instructions` filled with `inputs`, a JSON object; null, false, "" and empty lists hide a section. The
  /// setting `undefined` is as for Jinja2; with "error" a variable that is never used as a section must have a value.
  /// Throws ValueError with the place in the agent's file for what is no template: tags that are not closed or do
  /// not match, partials and changes of delimiters, which prompts do not have, more than 100 levels of sections, more
  /// than 512 KiB; and when the rendered text or the work for it is too large.
  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override;
};

/// Throws ValueError for what is wrong with the agent's template, or its setting `undefined`, whatever the inputs are.
void check_mustache_template(PromptyAgent const& agent);

}  // namespace prompty
