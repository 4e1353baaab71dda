#include "jinja/errors.hpp"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace jinja {
namespace {

std::string place_of(Position position) {
  return position.line == 0 ? "" : fmt::format("line {}, column {}", position.line, position.column);
}

}  // namespace

Error::Error(ErrorKind kind, std::string reason, Position position)
    : std::runtime_error(message_of(kind, reason, place_of(position))),
      kind_(kind),
      reason_(std::move(reason)),
      position_(position) {}

std::string message_of(ErrorKind kind, std::string_view reason, std::string_view place) {
  constexpr std::array<std::string_view, 3> beginnings = {"Template syntax error", "Undefined template variable",
                                                          "Template error"};
  std::string_view const beginning = beginnings.at(static_cast<std::size_t>(kind));
  return place.empty() ? fmt::format("{}: {}", beginning, reason)
                       : fmt::format("{}: {} ({})", beginning, reason, place);
}

}  // namespace jinja
