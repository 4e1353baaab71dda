#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "end_to_end/conformance_program.hpp"
#include "support/places.hpp"
#include "support/temporary_folder.hpp"

namespace prompty_tests {

/// A checkout that was built, with the pages and the vectors of a few topics: what a command does is seen with these as
/// well as with thousands.
class SmallCheckout {
 public:
  /// Topics are files or folders below vectors/, such as "load/frontmatter/delimiters.json".
  explicit SmallCheckout(std::vector<std::string> const& topics) {
    std::filesystem::create_directories(path() / "out");
    std::filesystem::create_directories(path() / "vectors");
    for (std::string const part : {"spec", "vectors/schema", "vectors/fixtures"}) copy(part);
    for (std::string const& topic : topics) copy("vectors/" + topic);
  }

  [[nodiscard]] std::filesystem::path path() const { return folder_.path(); }

  /// Runs `prompty-conformance` with these words for the pages and vectors of the checkout.
  [[nodiscard]] ProgramResult run(std::vector<std::string> words) const {
    words.insert(words.end(), {"--vectors", (path() / "vectors").string(), "--spec", (path() / "spec").string()});
    return conformance(std::move(words));
  }

 private:
  void copy(std::string const& part) const {
    std::filesystem::create_directories((path() / part).parent_path());
    std::filesystem::copy(std::filesystem::path(prompty_tests::repository()) / part, path() / part,
                          std::filesystem::copy_options::recursive);
  }

  TemporaryFolder const folder_;
};

}  // namespace prompty_tests
