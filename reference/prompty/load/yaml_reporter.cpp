#include "prompty/load/yaml_reporter.hpp"

#include <algorithm>

#include "prompty/core/error_catalogue.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty::yaml {

Reporter::Reporter(std::string_view text, Source const& source) : text_(text), source_(source) {}

void Reporter::fail(std::size_t at, std::string_view reason) const {
  std::string_view const before = text_.substr(0, std::min(at, text_.size()));
  std::size_t const breaks = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  std::size_t const column =
      breaks == 0 ? source_.column + utf8::length(before) : 1 + utf8::length(before.substr(before.rfind('\n') + 1));
  throw errors::invalid_frontmatter_yaml({source_.file, source_.line + breaks, column}, reason);
}

void Reporter::fail(YAML::Mark const& mark, std::string_view reason) const {
  if (mark.is_null()) throw errors::invalid_frontmatter_yaml({source_.file, 0, 0}, reason);
  fail(static_cast<std::size_t>(mark.pos), reason);
}

}  // namespace prompty::yaml
