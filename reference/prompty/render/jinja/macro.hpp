#pragma once

#include "prompty/render/jinja/activation.hpp"

namespace prompty::jinja {

/// A macro, or the body of a call block, with the names around it.
class Macro : public Counted {
 public:
  Macro(Session& session, MacroBody const& of, Shared<Activation> around)
      : Counted(session), body(of), outer(std::move(around)) {}

  /// "" for the body of a call block.
  [[nodiscard]] std::string_view name() const noexcept { return body.name; }

  MacroBody const& body;
  Shared<Activation> const outer;
};

}  // namespace prompty::jinja
