#pragma once

#include <filesystem>
#include <vector>

#include "prompty/core/environment.hpp"

namespace prompty {

/// What loading may use besides the file itself.
struct LoadOptions {
  /// Where `${env:…}` looks.
  Environment environment = process_environment();
  /// Folders besides that of the prompt which `${file:…}` may read from, with all that is below them.
  std::vector<std::filesystem::path> allowed_roots = {};
};

}  // namespace prompty
