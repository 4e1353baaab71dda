#include "prompty/render/jinja/template.hpp"

#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/evaluator.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/parser.hpp"
#include "prompty/render/jinja/resolver.hpp"

namespace prompty::jinja {

struct Template::Parts {
  explicit Parts(std::string_view text) : source(text) {}

  /// Where the part of the template lies that `session` was at.
  [[nodiscard]] Place place(Session const& session, Locate const& locate) const {
    std::string_view const text = session.current_text();
    bool const is_inside =
        text.data() >= source.text().data() && text.data() <= source.text().data() + source.text().size();
    if (!is_inside) return {};
    Place const here = source.place(static_cast<std::size_t>(text.data() - source.text().data()));
    return locate(here.line, here.column);
  }

  Source source;
  Syntax syntax;
  Bindings bindings;
};

Template::Template(std::unique_ptr<Parts const> parts) : parts_(std::move(parts)) {}
Template::Template(Template&&) noexcept = default;
Template& Template::operator=(Template&&) noexcept = default;
Template::~Template() = default;

Locate in_template() {
  return [](std::size_t line, std::size_t column) { return Place{.line = line, .column = column}; };
}

Template Template::compile(std::string_view source, Locate const& locate) {
  std::unique_ptr<Parts> parts = std::make_unique<Parts>(source);
  try {
    parts->syntax = parse_template(parts->source);
    parts->bindings = resolve(parts->syntax, parts->source);
  } catch (SyntaxFailure const& failure) {
    // P5.3-04, P5.3-05: the message names the line, counted in the file where there is one (`locate`).
    Place const here = parts->source.place(failure.offset);
    throw errors::template_syntax(locate(here.line, here.column), failure.what());
  }
  return Template(std::move(parts));
}

std::string Template::render(Json const& inputs, Options const& options, Locate const& locate) const {
  bool const changes = parts_->syntax.changes == Changes::containers;
  Session session(options, changes ? InputRule::copy : InputRule::borrow);
  try {
    return Evaluator(session, parts_->bindings, inputs).run(parts_->syntax.body);
  } catch (UndefinedFailure const& failure) {
    throw errors::undefined_template_variable(parts_->place(session, locate), failure.what());
  } catch (Failure const& failure) {
    throw errors::template_failed(parts_->place(session, locate), failure.what());
  }
}

}  // namespace prompty::jinja
