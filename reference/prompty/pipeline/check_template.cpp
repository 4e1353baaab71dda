#include "prompty/pipeline/check_template.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>

#include "prompty/core/error.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/parse/pre_render.hpp"
#include "prompty/render/renderers.hpp"

namespace prompty {
namespace {

constexpr std::size_t most_of_a_kind = 100;

Problem warning_at(Place place, std::string message, std::string hint) {
  return {
      .severity = Severity::warning, .place = std::move(place), .message = std::move(message), .hint = std::move(hint)};
}

Place place_of_part(PromptyAgent const& agent, std::string_view part) {
  std::string_view const text = agent.instructions;
  std::string_view const before = text.substr(0, static_cast<std::size_t>(part.data() - text.data()));
  std::size_t const line = 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
  return place_in_body(agent, line, 1 + utf8::length(before.substr(before.rfind('\n') + 1)));
}

/// The names that a template may use: the inputs, and, of a file of version 1, its sample.
std::vector<std::string_view> declared_names(PromptyAgent const& agent) {
  std::vector<std::string_view> names;
  for (Property const& input : agent.inputs) names.push_back(input.name);
  Json::const_iterator const sample = agent.metadata.find("sample");
  if (sample == agent.metadata.end() || !sample->is_object()) return names;
  for (auto const& member : sample->items()) names.push_back(member.key());
  return names;
}

bool is_name_character(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Whether the template says what becomes of the variable when nobody gives it.
bool is_prepared_for_nothing(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    if (at > 0 && is_name_character(text[at - 1])) continue;
    std::size_t const behind = std::min(text.find_first_not_of(" \t", at + name.size()), text.size());
    std::string_view const rest = text.substr(behind);
    if (rest.starts_with("is ")) return true;
    std::size_t const filter = rest.find_first_not_of("| \t");
    if (rest.starts_with('|') && filter != std::string_view::npos && rest.substr(filter).starts_with("d")) return true;
  }
  return false;
}

void warn_of_undeclared_variables(PromptyAgent const& agent, std::vector<std::string_view> const& declared,
                                  std::vector<Problem>& problems) {
  // Without inputs of its own a prompt takes whatever the caller gives.
  if (agent.inputs.empty()) return;
  std::size_t warnings = 0;
  for (jinja::Variable const& variable : variables_of_jinja_template(agent)) {
    if (std::ranges::find(declared, variable.name) != declared.end()) continue;
    if (is_prepared_for_nothing(agent.instructions, variable.name)) continue;
    if (++warnings > most_of_a_kind) return;
    std::optional<std::string_view> const meant = spelling::meant(variable.name, declared);
    problems.push_back(warning_at(place_in_body(agent, variable.position.line, variable.position.column),
                                  fmt::format("No input has the name {}", variable.name),
                                  meant ? fmt::format("did you mean {}?", *meant) : "declare it under inputs"));
  }
}

/// The names in single braces in a stretch of literal text, such as {word} or ${word}.
std::vector<std::string_view> names_in_braces(std::string_view literal) {
  std::vector<std::string_view> names;
  for (std::size_t at = literal.find('{'); at != std::string_view::npos; at = literal.find('{', at + 1)) {
    std::size_t const begin = std::min(literal.find_first_not_of(' ', at + 1), literal.size());
    std::size_t end = begin;
    while (end < literal.size() && is_name_character(literal[end])) ++end;
    std::size_t const brace = literal.find_first_not_of(' ', end);
    if (end > begin && brace != std::string_view::npos && literal[brace] == '}') {
      names.push_back(literal.substr(begin, end - begin));
    }
  }
  return names;
}

bool is_used(std::vector<template_text::Piece> const& pieces, std::string_view name) {
  return std::ranges::any_of(pieces, [&](template_text::Piece const& piece) {
    return piece.kind != template_text::PieceKind::literal && piece.text.find(name) != std::string_view::npos;
  });
}

/// A name that the template uses nowhere else: beside {{ word }}, {word} is text on purpose.
void warn_of_single_braces(PromptyAgent const& agent, std::vector<std::string_view> const& declared,
                           std::vector<Problem>& problems) {
  std::vector<template_text::Piece> const pieces = template_text::split(agent.instructions);
  std::map<std::string_view, bool> known;
  std::size_t warnings = 0;
  for (template_text::Piece const& piece : pieces) {
    if (piece.kind != template_text::PieceKind::literal) continue;
    for (std::string_view const name : names_in_braces(piece.text)) {
      auto const [found, is_new] = known.try_emplace(name, false);
      if (is_new) found->second = std::ranges::find(declared, name) != declared.end() && !is_used(pieces, name);
      if (!found->second) continue;
      if (++warnings > most_of_a_kind) return;
      problems.push_back(warning_at(place_of_part(agent, name),
                                    fmt::format("{{{}}} is text, not the input {}", name, name),
                                    fmt::format("write {{{{ {} }}}}", name)));
    }
  }
}

/// Under Mustache the tags of Jinja2 are text, and its filters names that nothing has.
void warn_of_jinja_tags(PromptyAgent const& agent, std::vector<Problem>& problems) {
  std::string_view const text = agent.instructions;
  static constexpr std::array<std::string_view, 6> words = {"if ", "for ", "set ", "endif", "endfor", "else"};
  for (std::size_t at = text.find("{%"); at != std::string_view::npos; at = text.find("{%", at + 1)) {
    std::size_t const begin = std::min(text.find_first_not_of("-+ \t", at + 2), text.size());
    std::string_view const rest = text.substr(begin);
    if (std::ranges::none_of(words, [&](std::string_view word) { return rest.starts_with(word); })) continue;
    problems.push_back(warning_at(place_of_part(agent, text.substr(at)), "Tags of Jinja2 are text in Mustache",
                                  "write {{#name}} … {{/name}}, or choose template: jinja2"));
    return;
  }
}

struct ForeignForm {
  std::string_view tag;
  std::string_view language;
  std::string_view instead;
};

constexpr std::array foreign_forms = {
    ForeignForm{"{{#if", "Handlebars", "write {% if name %} … {% endif %}"},
    ForeignForm{"{{#unless", "Handlebars", "write {% if not name %} … {% endif %}"},
    ForeignForm{"{{#each", "Handlebars", "write {% for item in names %} … {% endfor %}"},
    ForeignForm{"{{#with", "Handlebars", "write {% with … %} … {% endwith %}"},
    ForeignForm{"{{else", "Handlebars", "write {% else %}"},
    ForeignForm{"{{@", "Handlebars", "write {{ loop.index0 }} and the like"},
    ForeignForm{"{{#", "Mustache", "choose template: mustache, or write {% if name %} or {% for item in names %}"},
    ForeignForm{"{{/", "Mustache", "choose template: mustache, or write {% endif %} or {% endfor %}"},
    ForeignForm{"{{^", "Mustache", "choose template: mustache, or write {% if not name %}"},
    ForeignForm{"{{>", "Mustache", "write the text of the partial here"},
    ForeignForm{"{{!", "Mustache", "write {# … #}"},
    ForeignForm{"{{&", "Mustache", "write {{ name }}, in which nothing is escaped"},
    ForeignForm{"{{{", "Mustache", "write {{ name }}, in which nothing is escaped"},
    ForeignForm{"{%assign", "Liquid", "write {% set name = value %}"},
    ForeignForm{"{%capture", "Liquid", "write {% set name %} … {% endset %}"},
    ForeignForm{"{%unless", "Liquid", "write {% if not name %}"},
    ForeignForm{"{%elsif", "Liquid", "write {% elif name %}"},
    ForeignForm{"{%elseif", "Nunjucks", "write {% elif name %}"},
    ForeignForm{"{%case", "Liquid", "write {% if name == value %}"},
    ForeignForm{"{%comment", "Liquid", "write {# … #}"},
    ForeignForm{"{%endcomment", "Liquid", "write {# … #}"},
    ForeignForm{"{%liquid", "Liquid", "write a tag for each of its lines"},
};

}  // namespace

std::string foreign_tag(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    std::size_t const end = text.find('\n');
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  std::string written;
  // Blanks and marks that trim blanks stand inside of tags.
  for (std::size_t at = 0; at < text.size() && text[at] != '\n'; ++at) {
    bool const is_inside = written.ends_with("{{") || written.ends_with("{%") || written.ends_with("{{#");
    bool const is_passed = is_inside && std::string_view(" \t-+").find(text[at]) != std::string_view::npos;
    if (!is_passed) written += text[at];
  }
  for (ForeignForm const& form : foreign_forms) {
    if (written.find(form.tag) == std::string::npos) continue;
    return fmt::format("{} is a tag of {}: {}", form.tag, form.language, form.instead);
  }
  return "";
}

std::vector<Problem> warnings_about_template(PromptyAgent const& agent) {
  std::vector<Problem> problems;
  std::vector<std::string_view> const declared = declared_names(agent);
  std::string const& engine = agent.prompt_template.format.kind;
  if (engine == "mustache") warn_of_jinja_tags(agent, problems);
  if (engine == "jinja2" || engine == "mustache") warn_of_single_braces(agent, declared, problems);
  try {
    if (engine == "jinja2") warn_of_undeclared_variables(agent, declared, problems);
  } catch (Error const&) {
    // It is an error of its own.
  }
  return problems;
}

}  // namespace prompty
