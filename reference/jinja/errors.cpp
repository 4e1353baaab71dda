#include "jinja/errors.hpp"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace jinja {
namespace {

std::string place_of(Position position) {
  return position.line == 0 ? "" : fmt::format("line {}, column {}", position.line, position.column);
}

std::string_view beginning(ErrorKind kind) {
  constexpr std::array<std::string_view, 3> texts = {"Template syntax error", "Undefined template variable",
                                                     "Template error"};
  return texts.at(static_cast<std::size_t>(kind));
}

}  // namespace

Error::Error(ErrorKind kind, std::string reason, Position position)
    : std::runtime_error(message_of(kind, reason, place_of(position))),
      kind_(kind),
      reason_(std::move(reason)),
      position_(position) {}

std::string message_of(ErrorKind kind, std::string_view reason, std::string_view place) {
  return place.empty() ? fmt::format("{}: {}", beginning(kind), reason)
                       : fmt::format("{}: {} ({})", beginning(kind), reason, place);
}

}  // namespace jinja
