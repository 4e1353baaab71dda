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

/// Where the tag that opens at `open` is closed: before its closing delimiter.
std::size_t closing_of(std::string const& text, std::size_t open) {
  return text.find(text[open + 1] == '%' ? "%}" : "}}", open + 2);
}

}  // namespace
}  // namespace conformance::mutants::template_rules

namespace conformance::mutants {

bool is_jinja(Json const& agent) {
  return template_rules::engine_of(agent) == "jinja2";
}

bool is_mustache(Json const& agent) {
  return template_rules::engine_of(agent) == "mustache";
}

Rule changed_jinja(ChangeAsked change) {
  return changed_before_rendering([change = std::move(change)](Json& agent, Json& inputs) {
    if (is_jinja(agent)) change(agent, inputs);
  });
}

Rule changed_mustache(ChangeAsked change) {
  return changed_before_rendering([change = std::move(change)](Json& agent, Json& inputs) {
    if (is_mustache(agent)) change(agent, inputs);
  });
}

Rule in_template(std::string const& pattern, std::string const& rewrite) {
  return template_rules::in_texts(is_jinja, pattern, rewrite);
}

Rule in_mustache(std::string const& pattern, std::string const& rewrite) {
  return template_rules::in_texts(is_mustache, pattern, rewrite);
}

Rule in_tags(std::string const& pattern, std::string const& rewrite) {
  return changed_jinja([pattern = template_rules::compiled(pattern), rewrite](Json& agent, Json const&) {
    std::string const text = template_of(agent);
    if (text.empty()) return;
    std::string changed;
    std::size_t begin = 0;
    for (std::size_t open = text.find('{'); open < text.size() - 1; open = text.find('{', open + 1)) {
      if (text[open + 1] != '{' && text[open + 1] != '%') continue;
      std::size_t const close = template_rules::closing_of(text, open);
      if (close == std::string::npos) break;
      std::string const inside = text.substr(open + 2, close - open - 2);
      changed += text.substr(begin, open + 2 - begin) + template_rules::rewritten(inside, *pattern, rewrite);
      begin = close;
      open = close;
    }
    agent["instructions"] = changed + text.substr(begin);
  });
}

Rule in_output(std::string const& pattern, std::string const& rewrite) {
  return changed_rendered(
      [pattern = template_rules::compiled(pattern), rewrite](std::string& rendered, Json const& agent, Json const&) {
        if (is_jinja(agent)) RE2::GlobalReplace(&rendered, *pattern, rewrite);
      });
}

Rule other_template_error(std::string const& pattern, std::function<Reply(Reply reply, Json const& params)> change) {
  return changed_reply(
      {"render", "prepare"}, [pattern = template_rules::compiled(pattern), change = std::move(change)](
                                 Reply reply, std::string const&, Json const& params, AskReference const&) {
        Json const& agent = member(params, "agent");
        bool const bears =
            reply.status == Reply::Status::error && is_jinja(agent) && RE2::PartialMatch(template_of(agent), *pattern);
        return bears ? change(std::move(reply), params) : reply;
      });
}

Rule template_error_of_kind(std::string const& kind, std::string const& pattern) {
  return other_template_error(pattern, [kind](Reply const&, Json const&) { return raised(kind); });
}

Rule refused_template(std::string const& pattern) {
  return refused_asking({"render", "prepare"}, "ValueError",
                        [pattern = template_rules::compiled(pattern)](Json const& params) {
                          Json const& agent = member(params, "agent");
                          return is_jinja(agent) && RE2::PartialMatch(template_of(agent), *pattern);
                        });
}

void change_strings(Json& inputs, std::function<std::string(std::string const& text)> const& change) {
  replace_strings(inputs, change);
}

std::string escaped(std::string const& text) {
  std::string changed = with_all_replaced(text, "&", "&amp;");
  changed = with_all_replaced(changed, "<", "&lt;");
  changed = with_all_replaced(changed, ">", "&gt;");
  changed = with_all_replaced(changed, "\"", "&#34;");
  return with_all_replaced(changed, "'", "&#39;");
}

}  // namespace conformance::mutants
