#include "jinja/template.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "jinja/ast.hpp"
#include "jinja/errors.hpp"
#include "jinja/functions.hpp"
#include "jinja/lexer.hpp"
#include "jinja/unicode.hpp"

namespace jinja {

std::string message_of(ErrorKind kind, std::string_view reason, std::string_view place) {
  constexpr std::array<std::string_view, 3> beginnings = {"Template syntax error", "Undefined template variable",
                                                          "Template error"};
  std::string_view const beginning = beginnings.at(static_cast<std::size_t>(kind));
  return place.empty() ? fmt::format("{}: {}", beginning, reason)
                       : fmt::format("{}: {} ({})", beginning, reason, place);
}

Error::Error(ErrorKind kind, std::string reason, Position position)
    : std::runtime_error(message_of(
          kind, reason, position.line == 0 ? "" : fmt::format("line {}, column {}", position.line, position.column))),
      kind_(kind),
      reason_(std::move(reason)),
      position_(position) {}

struct Template::Parts {
  explicit Parts(std::string_view text) : source(text) {}

  /// Where the part of the template is that was evaluated last.
  [[nodiscard]] Position position(Session const& session) const {
    std::string_view const text = session.current_text();
    bool const is_inside =
        text.data() >= source.text().data() && text.data() <= source.text().data() + source.text().size();
    return is_inside ? source.position(static_cast<std::size_t>(text.data() - source.text().data())) : Position{};
  }

  Source source;
  Syntax syntax;
  Bindings bindings;
};

Template::Template(std::unique_ptr<Parts const> parts) : parts_(std::move(parts)) {}
Template::Template(Template&&) noexcept = default;
Template& Template::operator=(Template&&) noexcept = default;
Template::~Template() = default;

Template Template::compile(std::string_view source) {
  std::unique_ptr<Parts> parts = std::make_unique<Parts>(source);
  try {
    parts->syntax = parse_template(parts->source);
    parts->bindings = resolve(parts->syntax, parts->source);
  } catch (SyntaxFailure const& failure) {
    // P5.3-04: the message names the line.
    throw Error(ErrorKind::syntax, failure.what(), parts->source.position(failure.offset));
  }
  return Template(std::move(parts));
}

std::string Template::render(Json const& inputs, Options const& options) const {
  bool const changes = parts_->syntax.changes == Changes::containers;
  Session session(options, changes ? InputRule::copy : InputRule::borrow);
  try {
    return evaluate(session, parts_->syntax.body, parts_->bindings, inputs);
  } catch (UndefinedFailure const& failure) {
    throw Error(ErrorKind::undefined, failure.what(), parts_->position(session));
  } catch (Failure const& failure) {
    throw Error(ErrorKind::failed, failure.what(), parts_->position(session));
  }
}

std::vector<Variable> Template::variables() const {
  std::vector<std::string_view> names;
  for (std::string_view const name : parts_->bindings.inputs) {
    if (holds<Undefined>(find_global(name))) names.push_back(name);
  }
  std::ranges::sort(names, {}, [](std::string_view name) { return name.data(); });
  // Lines and characters are counted once, so that many variables cost no more than the text.
  std::string_view rest = parts_->source.text();
  Position position{.line = 1, .column = 1};
  std::vector<Variable> variables;
  for (std::string_view const name : names) {
    std::string_view passed = rest.substr(0, static_cast<std::size_t>(name.data() - rest.data()));
    rest.remove_prefix(passed.size());
    if (std::size_t const last_break = passed.rfind('\n'); last_break != std::string_view::npos) {
      position.line += static_cast<std::size_t>(std::ranges::count(passed, '\n'));
      position.column = 1;
      passed.remove_prefix(last_break + 1);
    }
    position.column += unicode::length(passed);
    variables.push_back({.name = std::string(name), .position = position});
  }
  return variables;
}

}  // namespace jinja
