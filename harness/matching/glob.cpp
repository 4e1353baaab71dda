#include "harness/matching/glob.hpp"

#include <fnmatch.h>

#include <algorithm>

namespace conformance {

bool matches_glob(std::string const& glob, std::string const& text) {
  return ::fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

bool matches_any(std::vector<std::string> const& globs, std::string const& text) {
  return std::any_of(globs.begin(), globs.end(), [&](std::string const& glob) { return matches_glob(glob, text); });
}

}  // namespace conformance
