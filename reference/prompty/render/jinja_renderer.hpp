#pragma once

#include <string>

#include "prompty/core/protocols.hpp"
#include "prompty/render/template_cache.hpp"

namespace prompty {

/// The renderer under the key "jinja2". Shared between threads.
class JinjaRenderer : public Renderer {
 public:
  JinjaRenderer();

  /// `agent.instructions` filled with `inputs`, a JSON object. The setting `undefined` of the format is "empty" (an
  /// undefined variable prints nothing; the default) or "error". Throws ValueError with the place in the agent's file:
  /// `Template syntax error: …` for what is no template, `Undefined template variable: <name>`, `Template error: …` for
  /// what cannot be done with the values and when a limit is reached (P11.3-14).
  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override;

 private:
  mutable TemplateCache cache_;
};

}  // namespace prompty
