#pragma once

#include <string>
#include <utility>

#include "harness/judge/suite/suite.hpp"
#include "support/places.hpp"

namespace conformance {

/// The suite of this repository by one edition.
inline Suite suite_of_repository(std::string const& edition = first_edition) {
  std::string const root = prompty_tests::repository();
  return suite_of_edition(read_suite({.vectors = FileTree(root + "/vectors"),
                                      .spec = FileTree(root + "/spec"),
                                      .schemas = FileTree(root + "/vectors/schema"),
                                      .reference = FileTree(root + "/reference")}),
                          edition);
}

}  // namespace conformance
