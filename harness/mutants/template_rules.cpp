#include "harness/mutants/template_rules.hpp"

#include <re2/re2.h>

#include <memory>
#include <utility>

#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/hidden_text.hpp"

namespace conformance::mutants::template_rules {
namespace {

std::string engine_of(Json const& agent) {
  Json const& kind = member_at(agent, {"template", "format", "kind"});
  return kind.is_string() ? kind.get<std::string>() : "jinja2";
}

std::shared_ptr<RE2 const> compiled(std::string const& pattern) {
  return std::make_shared<RE2 const>(pattern);
}

std::string rewritten(std::string text, RE2 const& pattern, std::string const& rewrite) {
  RE2::GlobalReplace(&text, pattern, rewrite);
  return text;
}

Rule in_texts(bool (*bears)(Json const& agent), std::string const& pattern, std::string const& rewrite) {
  return shown(changed_before_rendering([bears, pattern = compiled(pattern), rewrite](Json& agent, Json const&) {
    if (bears(agent)) agent["instructions"] = rewritten(template_of(agent), *pattern, rewrite);
  }));
}

}  // namespace
}  // namespace conformance::mutants::template_rules

namespace conformance::mutants {

bool is_jinja(Json const& agent) {
  return template_rules::engine_of(agent) == "jinja2";
}

Rule in_template(std::string const& pattern, std::string const& rewrite) {
  return template_rules::in_texts(is_jinja, pattern, rewrite);
}

Rule in_output(std::string const& pattern, std::string const& rewrite) {
  return changed_rendered(
      [pattern = template_rules::compiled(pattern), rewrite](std::string& rendered, Json const& agent, Json const&) {
        if (is_jinja(agent)) RE2::GlobalReplace(&rendered, *pattern, rewrite);
      });
}

std::string escaped(std::string const& text) {
  std::string changed = with_all_replaced(text, "&", "&amp;");
  changed = with_all_replaced(changed, "<", "&lt;");
  changed = with_all_replaced(changed, ">", "&gt;");
  changed = with_all_replaced(changed, "\"", "&#34;");
  return with_all_replaced(changed, "'", "&#39;");
}

}  // namespace conformance::mutants
