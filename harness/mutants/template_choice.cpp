#include <utility>

#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::template_choice {
namespace {

std::string kind_in(Json const& agent, std::string const& half) {
  Json const& kind = member_at(agent, {"template", half, "kind"});
  return kind.is_string() ? kind.get<std::string>() : "";
}

/// Changes the template of agents whose file has a template that lacks one half.
Rule changed_where_missing(std::string half, std::function<void(Json& chosen)> change) {
  return changed_agent([half = std::move(half), change = std::move(change)](Json& agent, Json const& frontmatter) {
    Json const& source = member(frontmatter, "template");
    if (source.is_object() && member(source, half).is_null()) change(agent["template"]);
  });
}

Rule changed_where_stated(std::string half, std::function<void(Json& chosen)> change) {
  return changed_agent([half = std::move(half), change = std::move(change)](Json& agent, Json const& frontmatter) {
    if (!member_at(frontmatter, {"template", half}).is_null()) change(agent["template"]);
  });
}

Rule changed_string_template(std::function<void(Json& chosen)> change) {
  return changed_agent([change = std::move(change)](Json& agent, Json const& frontmatter) {
    if (member(frontmatter, "template").is_string()) change(agent["template"]);
  });
}

Rule changed_without_template(std::function<void(Json& agent, Json const& frontmatter)> change) {
  return changed_agent([change = std::move(change)](Json& agent, Json const& frontmatter) {
    if (member(frontmatter, "template").is_null()) change(agent, frontmatter);
  });
}

std::function<void(Json& chosen)> with_kind(std::string half, std::string kind) {
  return [half = std::move(half), kind = std::move(kind)](Json& chosen) { chosen[half]["kind"] = kind; };
}

/// Renders and parses as if an agent that says nothing about one half said this.
Rule served_where_unstated(std::string half, std::string kind) {
  return changed_before_rendering([half = std::move(half), kind = std::move(kind)](Json& agent, Json const&) {
    if (kind_in(agent, half).empty()) agent["template"][half]["kind"] = kind;
  });
}

Rule unstated_template_served_by(std::string half, std::string kind) {
  return changed_before_rendering([half = std::move(half), kind = std::move(kind)](Json& agent, Json const&) {
    if (member(agent, "template").is_null()) agent["template"][half]["kind"] = kind;
  });
}

/// Renders (and parses) as if the agent said something else about one half.
Rule served_by(std::string half, std::string kind) {
  return changed_before_rendering([half = std::move(half), kind = std::move(kind)](Json& agent, Json const&) {
    if (!kind_in(agent, half).empty()) agent["template"][half]["kind"] = kind;
  });
}

bool is_served(std::string const& half, std::string const& kind) {
  return half == "format" ? kind == "jinja2" || kind == "mustache" : kind == "prompty";
}

/// Where nobody serves the kind, the default does.
Rule served_by_default(std::string half, std::string kind) {
  return changed_before_rendering([half = std::move(half), kind = std::move(kind)](Json& agent, Json const&) {
    if (!kind_in(agent, half).empty() && !is_served(half, kind_in(agent, half))) agent["template"][half]["kind"] = kind;
  });
}

/// Where nobody serves the kind, the template itself is the text.
Rule unserved_left_as_it_is() {
  return changed_reply({"render"}, [](Reply reply, std::string const&, Json const& params, AskReference const&) {
    Json const& agent = member(params, "agent");
    bool const served = kind_in(agent, "format").empty() || is_served("format", kind_in(agent, "format"));
    return served ? reply : answered({{"rendered", template_of(agent)}});
  });
}

Rule refused_kind(std::string half, std::string kind) {
  return refused_asking({"render", "prepare"}, "InvokerError",
                        [half = std::move(half), kind = std::move(kind)](Json const& params) {
                          return kind_in(member(params, "agent"), half) == kind;
                        });
}

std::vector<Mutant> half_mutants() {
  return {
      {"format-default-missing", "P2.8-01", "A template without a format has none.",
       changed_where_missing("format", without("format"))},
      {"format-default-mustache", "P2.8-01", "A template without a format is one of mustache.",
       changed_where_missing("format", with_kind("format", "mustache"))},
      {"format-from-parser", "P2.8-01", "A template without a format has that of its parser's name.",
       changed_where_missing("format",
                             [](Json& chosen) {
                               Json const parser = member(chosen, "parser");
                               if (member(parser, "kind").is_string()) chosen["format"]["kind"] = parser["kind"];
                             })},
      {"stated-format-overruled", "P2.8-01", "The default format is taken even if another is stated.",
       changed_where_stated("format", with_kind("format", "jinja2"))},
      {"format-default-missing-when-rendering", "P2.8-01", "Without a format the template cannot be rendered.",
       served_where_unstated("format", "none")},
      {"parser-default-missing-when-parsing", "P2.8-02", "Without a parser the rendered text cannot be parsed.",
       served_where_unstated("parser", "none")},
      {"parser-default-missing", "P2.8-02", "A template without a parser has none.",
       changed_where_missing("parser", without("parser"))},
      {"parser-default-of-format", "P2.8-02", "A template without a parser has one of its format's name.",
       changed_where_missing("parser",
                             [](Json& chosen) {
                               Json const format = member(chosen, "format");
                               if (member(format, "kind").is_string()) chosen["parser"]["kind"] = format["kind"];
                             })},
      {"stated-parser-overruled", "P2.8-02", "The default parser is taken even if another is stated.",
       changed_where_stated("parser", with_kind("parser", "prompty"))},
      {"template-string-is-parser", "P2.8-05", "A template that is a string chooses the parser.",
       changed_string_template([](Json& chosen) {
         Json const format = member(chosen, "format");
         chosen["parser"]["kind"] = member(format, "kind");
         chosen["format"]["kind"] = "jinja2";
       })},
      {"template-string-without-parser", "P2.8-05", "A template that is a string leaves the parser unset.",
       changed_string_template(without("parser"))},
      {"template-string-ignored", "P2.8-05", "A template that is a string chooses nothing.",
       changed_string_template(with_kind("format", "jinja2"))},
      {"template-string-refused", "P2.8-05", "A template that is a string is refused.",
       refused_frontmatter("ValueError",
                           [](Json const& frontmatter) { return member(frontmatter, "template").is_string(); })},
      {"template-missing", "P2.8-06", "An agent whose file says nothing about a template has none.",
       changed_without_template([](Json& agent, Json const&) { agent.erase("template"); })},
      {"template-missing-without-frontmatter", "P2.8-06", "The default template needs frontmatter.",
       changed_without_template([](Json& agent, Json const& frontmatter) {
         if (frontmatter.empty()) agent.erase("template");
       })},
      {"template-default-mustache", "P2.8-06", "An agent whose file says nothing about a template uses mustache.",
       changed_without_template([](Json& agent, Json const&) { agent["template"]["format"]["kind"] = "mustache"; })},
      {"template-default-missing-when-rendering", "P2.8-06", "An agent without a template cannot be rendered.",
       unstated_template_served_by("format", "none")},
      {"template-default-missing-when-parsing", "P2.8-06", "What an agent without a template gives cannot be parsed.",
       unstated_template_served_by("parser", "none")},
      {"template-always-default", "P2.8-06", "The default template is taken although the file has one.",
       changed_frontmatter_tree([](Json& frontmatter) { frontmatter.erase("template"); })},
  };
}

std::vector<Mutant> service_mutants() {
  return {
      {"engine-hard-wired", "P2.8-03", "One engine renders every template, whatever its kind.",
       served_by("format", "jinja2")},
      {"other-engine-hard-wired", "P2.8-03", "Mustache renders every template, whatever its kind.",
       served_by("format", "mustache")},
      {"unknown-engine-falls-back", "P2.8-03", "An engine that nobody serves is silently replaced.",
       served_by_default("format", "jinja2")},
      {"unknown-engine-renders-nothing", "P2.8-03", "Without an engine the template itself is the text.",
       unserved_left_as_it_is()},
      {"jinja2-not-served", "P2.8-03", "The engine for jinja2 is not found.", refused_kind("format", "jinja2")},
      {"mustache-not-served", "P2.8-03", "The engine for mustache is not found.", refused_kind("format", "mustache")},
      {"parser-hard-wired", "P2.8-04", "One parser reads every rendered text, whatever its kind.",
       served_by("parser", "prompty")},
      {"prompty-not-served", "P2.8-04", "The parser for prompty is not found.",
       refused_asking({"prepare"}, "InvokerError",
                      [](Json const& params) { return kind_in(member(params, "agent"), "parser") == "prompty"; })},
  };
}

}  // namespace
}  // namespace conformance::mutants::template_choice

namespace conformance::mutants {

std::vector<Mutant> template_mutants() {
  std::vector<Mutant> mutants = template_choice::half_mutants();
  std::vector<Mutant> const about_service = template_choice::service_mutants();
  mutants.insert(mutants.end(), about_service.begin(), about_service.end());
  return mutants;
}

}  // namespace conformance::mutants
