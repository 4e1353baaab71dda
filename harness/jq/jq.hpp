#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
#include <jv.h>
}

#include "harness/matching/json.hpp"

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

/// A compiled jq program. For one thread at a time, which need not stay the same: between two runs it shares no value
/// with what it was given or what it gave, since jq counts the users of a value without regard to threads.
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

/// JSON on its way into jq and back. jq 1.6 has doubles for numbers and valid UTF-8 for texts; what it could not carry
/// (9007199254740993, 1.0, a text that is no UTF-8) goes in as a stand-in and comes out as it was, wherever a filter
/// left it.
class JqValues {
 public:
  /// For filters that see these values first; they only tell which numbers are written in two ways.
  explicit JqValues(std::initializer_list<Json const*> seen);

  /// The caller owns what it gets.
  [[nodiscard]] jv to_jq(Json const& value);
  /// Takes what it is given.
  [[nodiscard]] Json from_jq(jv value) const;

 private:
  void note_numbers(Json const& value);
  [[nodiscard]] double number_for(Json const& number);
  [[nodiscard]] double stand_in(Json const& number);
  [[nodiscard]] jv text_for(std::string const& text);
  [[nodiscard]] Json number_from(double number) const;
  [[nodiscard]] std::string text_from(jv text) const;

  std::set<double> integers_;                  ///< written as integers
  std::set<double> fractions_;                 ///< whole, but written with a fraction: 1.0
  std::map<std::uint64_t, Json> stand_ins_{};  ///< by the bits of the double that stands for the number
  std::vector<std::string> odd_texts_{};
};

}  // namespace conformance
