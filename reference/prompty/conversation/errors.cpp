#include "prompty/conversation/errors.hpp"

#include <fmt/core.h>

namespace prompty::errors {
namespace {

std::string in_schema(std::string_view tool, std::string_view place) {
  return fmt::format("The parameters of the tool '{}' are wrong at {}", tool, place.empty() ? "their top" : place);
}

}  // namespace

ValueError schema_keyword_unsupported(std::string_view tool, std::string_view place, std::string_view keyword) {
  return ValueError(
      fmt::format("{}: '{}' is not supported; say it with keywords of draft 7", in_schema(tool, place), keyword));
}

ValueError schema_pattern_unsupported(std::string_view tool, std::string_view place, std::string_view pattern,
                                      std::string_view reason) {
  return ValueError(
      fmt::format("{}: the pattern '{}' cannot be matched in linear time ({}); use no look-around and no "
                  "back reference",
                  in_schema(tool, place), pattern, reason));
}

ValueError schema_reference_unknown(std::string_view tool, std::string_view place, std::string_view reference) {
  return ValueError(
      fmt::format("{}: the $ref '{}' leads nowhere; it has to begin with #/ and name a part of the same "
                  "schema",
                  in_schema(tool, place), reference));
}

ValueError schema_reference_circular(std::string_view tool, std::string_view place) {
  return ValueError(
      fmt::format("{}: a $ref leads back to itself without going into the value; put a property or an "
                  "item between",
                  in_schema(tool, place)));
}

}  // namespace prompty::errors
