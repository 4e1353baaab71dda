#include "prompty/load/yaml_reporter.hpp"

#include "prompty/load/errors.hpp"

namespace prompty::yaml {

Reporter::Reporter(std::string_view text, Source const& source) : text_(text), source_(source) {}

void Reporter::fail(std::size_t at, std::string_view reason) const {
  throw errors::invalid_yaml(source_.subject, place_at(text_, at, source_), reason);
}

void Reporter::fail(YAML::Mark const& mark, std::string_view reason) const {
  if (mark.is_null()) throw errors::invalid_yaml(source_.subject, {source_.file, 0, 0}, reason);
  fail(static_cast<std::size_t>(mark.pos), reason);
}

}  // namespace prompty::yaml
