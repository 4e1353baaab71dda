#pragma once

#include <map>
#include <set>
#include <string>

#include "harness/subject/subject.hpp"

namespace conformance::differential {

/// A question for every subject. The params are those of the adapter protocol, but `path` is relative to the files.
struct Input {
  std::string operation = {};
  Json params = Json::object();
  std::map<std::string, std::string> files = {};  ///< relative path to text

  bool operator==(Input const&) const = default;
};

/// What all the subjects declare, so that none gets what it did not declare.
struct Common {
  std::set<std::string> operations = {};
  std::set<std::string> providers = {};
  std::set<std::string> api_types = {};
  std::set<std::string> features = {};
};

/// How large an input is: the bytes of its params as JSON and of its files. Shrinking makes it smaller.
[[nodiscard]] std::size_t size_of(Input const& input);

}  // namespace conformance::differential
