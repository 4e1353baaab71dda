#pragma once

#include <set>
#include <string>
#include <string_view>

#include "harness/vectors/corpus.hpp"

namespace conformance {

/// Which names of members are words of the protocol, since vectors of several topics expect them. The others were
/// chosen by an input.
class ProtocolWords {
 public:
  explicit ProtocolWords(Corpus const& corpus);

  /// Whether a member of that name is meant by the protocol where it stands in what `above` names ("" for nothing).
  /// Below `arguments` and the like even a word of the protocol is a name that an input chose.
  [[nodiscard]] bool contain(std::string_view name, std::string_view above) const;

 private:
  std::set<std::string, std::less<>> words_;
};

}  // namespace conformance
