#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include <jv.h>
}

#include "mock-provider/matching/json.hpp"

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
  /// message, when it gives none. The caller owns it. It may share parts with the program, and jq counts the users of a
  /// part without regard to threads: it is freed before another thread runs the program.
  [[nodiscard]] jv run(jv input);

  /// As `run`, but the value may be kept while another thread runs the program: the two share nothing, nor does the
  /// program keep a part of `input`.
  [[nodiscard]] jv run_apart(jv input);

 private:
  struct Closing {
    void operator()(jq_state* state) const;
  };

  std::unique_ptr<jq_state, Closing> state_;
};

/// A jq program that several threads use: as many compiled copies as run at a time, but no more than half of the
/// machine's hardware threads. To compile one more takes longer than to wait for one.
class JqPrograms {
 public:
  /// Compiles the first copy. Throws JqSyntaxError.
  explicit JqPrograms(std::string text);

  /// What `use` returns for a copy that no other thread has meanwhile. Values of jq share parts with the program that
  /// made them, so none of them may be kept beyond `use`.
  template <class Use>
  auto with_one(Use const& use) const {
    Borrowed const borrowed(*this);
    return use(*borrowed.program);
  }

 private:
  struct Borrowed {
    explicit Borrowed(JqPrograms const& from) : owner(from), program(from.taken()) {}
    ~Borrowed() { owner.put_back(std::move(program)); }
    Borrowed(Borrowed const&) = delete;
    Borrowed& operator=(Borrowed const&) = delete;

    JqPrograms const& owner;
    std::unique_ptr<JqProgram> program;
  };

  [[nodiscard]] std::unique_ptr<JqProgram> taken() const;
  void put_back(std::unique_ptr<JqProgram> program) const;

  std::string const text_;
  mutable std::mutex mutex_;
  mutable std::condition_variable is_put_back_;
  mutable std::vector<std::unique_ptr<JqProgram>> idle_;
  mutable std::size_t missing_ = 0;  ///< copies that may still be compiled
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
  /// What a filter made of `given`, which is `before` as `to_jq` carried it. jq forgets the order of members: those of
  /// `before` come in their order, new ones behind them. Takes both.
  [[nodiscard]] Json from_jq(jv made, jv given, Json const& before) const;

 private:
  void note_numbers(Json const& value);
  [[nodiscard]] double number_for(Json const& number);
  [[nodiscard]] double stand_in(Json const& number);
  [[nodiscard]] jv text_for(std::string const& text);
  [[nodiscard]] Json number_from(double number) const;
  [[nodiscard]] std::string text_from(jv text) const;
  [[nodiscard]] Json list_from(jv made, jv given, Json const& before) const;
  [[nodiscard]] Json object_from(jv made, jv given, Json const& before) const;

  std::set<double> integers_;                  ///< written as integers
  std::set<double> fractions_;                 ///< whole, but written with a fraction: 1.0
  std::map<std::uint64_t, Json> stand_ins_{};  ///< by the bits of the double that stands for the number
  std::vector<std::string> odd_texts_{};
};

}  // namespace conformance
