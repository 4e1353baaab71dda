#pragma once

#include <list>
#include <mutex>
#include <unordered_map>

#include "jinja/template.hpp"
#include "prompty/protocols/protocols.hpp"

namespace prompty {

/// Compiled templates by their text, those used last; shared between threads.
class TemplateCache {
 public:
  /// Keeps at most `max_templates` with together at most `max_bytes` of text.
  TemplateCache(std::size_t max_templates, std::size_t max_bytes)
      : max_templates_(max_templates), max_bytes_(max_bytes) {}

  /// The template for `source`, compiled now unless it is known. Throws what jinja::Template::compile throws.
  [[nodiscard]] std::shared_ptr<jinja::Template const> get(std::string_view source);

 private:
  struct Entry {
    std::string source;
    std::shared_ptr<jinja::Template const> compiled;
  };

  std::size_t const max_templates_;
  std::size_t const max_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // used last first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_source_;
  std::size_t bytes_ = 0;
};

/// The renderer under the key "jinja2". Shared between threads.
class JinjaRenderer : public Renderer {
 public:
  /// `agent.instructions` filled with `inputs`, a JSON object. The setting `undefined` of the format is "empty" (an
  /// undefined variable prints nothing; the default) or "error". Throws ValueError with the place in the agent's file:
  /// `Template syntax error: …` for what is no template, `Undefined template variable: <name>`, `Template error: …` for
  /// what cannot be done with the values and when a limit is reached (P11.3-14).
  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override;

 private:
  mutable TemplateCache cache_{256, std::size_t{16} << 20U};
};

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
void check_jinja_template(PromptyAgent const& agent);
void check_mustache_template(PromptyAgent const& agent);

/// The variables that the inputs may fill in the agent's template of Jinja2, placed in its text. Throws as
/// `check_jinja_template`.
[[nodiscard]] std::vector<jinja::Variable> variables_of_jinja_template(PromptyAgent const& agent);

/// The setting `undefined` of the agent's format: "empty" (the default) or "error". Throws ValueError for another.
[[nodiscard]] jinja::UndefinedRule undefined_rule_of(PromptyAgent const& agent);

}  // namespace prompty
