#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
#include <jv.h>
}

struct jq_state;

namespace conformance {

/// The text is no jq program; the message is what jq says of it, a line each.
class JqSyntaxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A filter that does what that of the index `$which` does, of filters whose indices begin at `first`: a choice by
/// halves, so that the last costs no more than the first. Without filters it is the identity.
[[nodiscard]] std::string choice_of_filters(std::vector<std::string> const& filters, std::size_t first = 0);

/// A compiled jq program. For one thread at a time.
class JqProgram {
 public:
  /// Throws JqSyntaxError.
  explicit JqProgram(std::string const& text);

  /// The first value that the program gives for `input`, which it takes; an invalid value, with the error as its
  /// message, when it gives none. The caller owns it.
  [[nodiscard]] jv run(jv input);

 private:
  struct Closing {
    void operator()(jq_state* state) const;
  };

  std::unique_ptr<jq_state, Closing> state_;
};

}  // namespace conformance
