#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "prompty/core/environment.hpp"
#include "prompty/core/secrets.hpp"

namespace prompty {

/// What loading may use besides the file itself.
struct LoadOptions {
  /// Where `${env:…}` looks. P4.1-09: loading reads no .env file; a program that has read one hands it in here.
  Environment environment = process_environment();
  /// Folders besides that of the prompt which `${file:…}` may read from, with all that is below them.
  std::vector<std::filesystem::path> allowed_roots = {};
  /// Takes what the file and its references give under the name of a secret; may be null.
  std::shared_ptr<Secrets> secrets = nullptr;
};

}  // namespace prompty
