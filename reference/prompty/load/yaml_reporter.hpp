#pragma once

#include <yaml-cpp/mark.h>

#include <cstddef>
#include <string_view>

#include "prompty/load/yaml_value.hpp"

namespace prompty::yaml {

/// Raises errors about a YAML text at their place in the file. Text and source must outlive it.
class Reporter {
 public:
  Reporter(std::string_view text, Source const& source);

  /// Throws ValueError for the byte at offset `at` of the text.
  [[noreturn]] void fail(std::size_t at, std::string_view reason) const;

  /// As above, for a mark of yaml-cpp, which may be none.
  [[noreturn]] void fail(YAML::Mark const& mark, std::string_view reason) const;

 private:
  std::string_view text_;
  Source const& source_;
};

}  // namespace prompty::yaml
