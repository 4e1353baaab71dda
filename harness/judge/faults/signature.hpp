#pragma once

#include <compare>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/replay/attempt.hpp"
#include "harness/judge/vectors/corpus.hpp"

namespace conformance {

struct Deviation;

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

/// A place at which an answer departs from what a vector expects.
struct ShownPlace {
  std::string operation;
  std::string pointer;      ///< abstracted as in a `Signature`; "" for the whole answer
  bool is_carried = false;  ///< whether what is expected there came in with the input of the vector

  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 that the comparison is held against for a pointer.
  auto operator<=>(ShownPlace const&) const = default;
};

/// All places at which a vector fails under a mutant; none when it passes.
using ShownPlaces = std::set<ShownPlace>;

/// What failures have in common that come from one mistake: the same change at the same place of the same operation.
/// What follows from the input of a vector (indices, names that it chose, values) is left out, and so are the names of
/// members too many that no vector knows.
struct Signature {
  std::string operation;
  std::string place;   ///< JSON pointer with "*" for an index and "?" for a name that the input chose; "" for the whole
  std::string change;  ///< a phrase: "missing", "a string instead of an array", "white space added at the end"

  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 that the comparison is held against for a pointer.
  auto operator<=>(Signature const&) const = default;
};

/// "load /inputs/*/required: extra".
[[nodiscard]] std::string signature_text(Signature const& signature);

/// Whether a change says by which function the expected value became the other, as far as any value shows it: what is
/// done by one function at several places is one mistake.
[[nodiscard]] bool is_transformation(std::string const& change);

/// The type of a value with its article: "a string", "an object"; "null".
[[nodiscard]] std::string_view type_name(Json const& value);

/// Whether it tells of an answer where an error is due, which does not say what went wrong.
[[nodiscard]] bool is_missing_error(std::string const& change);
/// Whether a list or an object is none of several alternatives, which does not say what is wrong inside of it.
[[nodiscard]] bool fits_no_alternative(Signature const& signature);
/// Whether a change is one of a text that stays a text.
[[nodiscard]] bool changes_text(std::string const& change);

/// Whether a hostile value was changed as a plain one is: by blanks lost at an end, by the same change of white space,
/// or into its text. Any other change of a text may be of a hundred kinds.
[[nodiscard]] bool is_same_habit(std::string const& plain, std::string const& hostile);

/// Whether a difference at the one place may be all that is seen of the other: the same operation, and one place is the
/// other or lies above it.
[[nodiscard]] bool overlaps(Signature const& one, Signature const& other);

/// The wording of the error that was raised where a value was expected, without what differs from input to input:
/// quoted words, and words with a digit in them, as ids of requests and names of models have. "" for every other end.
[[nodiscard]] std::string raised_by(Attempt const& attempt);

/// Makes signatures of failures.
class SignatureMaker {
 public:
  explicit SignatureMaker(Corpus const& corpus);

  /// Of one failed attempt, each once, in order. Whichever way a vector was played, the operation is its own.
  [[nodiscard]] std::set<Signature> of(Attempt const& attempt) const;

  /// Of one failed attempt with hostile texts, what its differences would be called without them; none of others.
  [[nodiscard]] std::set<Signature> plainly(Attempt const& attempt) const;

  /// The first difference that has the signature; nothing where none has, as of a replay whose input was rewritten.
  [[nodiscard]] Difference const* showing(Attempt const& attempt, Signature const& signature) const;

  /// Where they lie, and whether what is expected there was carried over from the input.
  [[nodiscard]] ShownPlaces places_of(Attempt const& attempt) const;

  /// Which names and texts of the input of a vector are words of the protocol, and so are no names that it chose: all
  /// that the places of its failures depend on besides the vector.
  [[nodiscard]] std::vector<std::string> protocol_words_of(Vector const& vector) const;

 private:
  /// Gets the difference that the signature is of, if any.
  using Found = std::function<void(Signature signature, Difference const* difference)>;

  void each_of(Attempt const& attempt, Found const& found) const;
  void each_difference(Attempt const& attempt, Found const& found) const;
  [[nodiscard]] std::string place_of(Vector const& vector, std::string const& pointer) const;
  void hide_own_name(std::string& place, Difference const& difference) const;

  struct Names {
    std::set<std::string, std::less<>> texts;  ///< all strings of an input
    std::set<std::string, std::less<>> keys;   ///< all member names of it
  };
  ProtocolWords words_;
  std::map<std::string, Names, std::less<>> names_;  ///< by vector id
  InputValues inputs_;
};

}  // namespace conformance
