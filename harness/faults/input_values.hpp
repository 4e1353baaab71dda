#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "harness/vectors/corpus.hpp"

namespace conformance {

/// The texts and numbers of the inputs of all vectors: what is given, the files, the environment, and what a provider
/// or a server answers.
class InputValues {
 public:
  explicit InputValues(Corpus const& corpus);

  /// Whether an expected value was carried over from the input of the vector, or has something in it that was: a text
  /// that is part of one of the input or holds one of three bytes or more, or a number of the input. True, false, null
  /// and what is empty are not.
  [[nodiscard]] bool carry(std::string const& vector_id, Json const& expected) const;

 private:
  struct Inputs {
    std::vector<std::string> texts;
    std::set<std::string> numbers;  ///< as they are written
  };
  [[nodiscard]] static bool carries(Inputs const& inputs, Json const& expected);

  std::map<std::string, Inputs, std::less<>> inputs_;  ///< by vector id
};

}  // namespace conformance
