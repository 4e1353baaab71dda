#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "harness/judge/subject/subject.hpp"

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

/// Whether a smaller input still shows what the larger one showed.
using StillShows = std::function<bool(Input const& smaller)>;

/// The smallest input found by leaving out files, members, elements, lines and characters and by putting simple values
/// in the place of others, one after the other, as long as `still_shows` holds. It is called `most_tries` times at
/// most.
[[nodiscard]] Input shrunk(Input input, StillShows const& still_shows, std::size_t most_tries);

}  // namespace conformance::differential
