#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/vectors/vector.hpp"

namespace conformance {

/// A rewriting of a vector's input under which its verdict must stay (vectors/README.md).
enum class Transform : std::uint8_t {
  crlf,              ///< lines of prompt text end in CR LF
  bom,               ///< prompt files begin with a byte order mark
  no_final_newline,  ///< prompt text ends without its last line end
  key_order,         ///< members of JSON objects stand the other way round
  unicode_escape,    ///< JSON text has escapes for all beyond ASCII
  sse_split,         ///< the bytes of a stream arrive in other pieces
  carried,           ///< values that are handed on are hostile ones, in what is given and expected alike
  crossed            ///< beside what is given stands what changes nothing
};

/// "crlf", "no-final-newline", …
[[nodiscard]] std::string_view transform_name(Transform transform);
[[nodiscard]] std::optional<Transform> transform_named(std::string_view name);

/// All of them.
[[nodiscard]] std::vector<Transform> const& all_transforms();

/// Those that a vector may declare. The others are due without being declared: `sse_split` for every stream, `carried`
/// and `crossed` for the vectors to which their pages apply.
[[nodiscard]] std::vector<Transform> const& declarable_transforms();

/// The vector with its input rewritten, what it expects as before; nothing when that changes nothing. Under
/// `unicode_escape` only files differ from the original: what crosses a pipe or a connection as JSON is escaped by whom
/// it is written. Under `sse_split` it is the vector itself if `streams_over_http`; nothing under `carried` and
/// `crossed`, which are `Rewritings`.
[[nodiscard]] std::optional<Vector> transformed(Vector const& vector, Transform transform);

/// Whether its input has a stream that a mock provider can cut anywhere: chunks to process, or a streaming operation
/// whose scripted answers are neither spoilt nor held back.
[[nodiscard]] bool streams_over_http(Vector const& vector);

/// Rewritings of vectors, each with a name, that no vector declares: a page of spec/ says where they apply. May be used
/// from several threads.
class Rewritings {
 public:
  Rewritings() = default;
  Rewritings(Rewritings const&) = delete;
  Rewritings& operator=(Rewritings const&) = delete;
  virtual ~Rewritings() = default;

  /// The names of the rewritings that a vector is due; none when none of them changes it.
  [[nodiscard]] virtual std::vector<std::string> due(Vector const& vector) const = 0;

  /// The single rewritings that a name stands for, in order. A single one stands for itself.
  [[nodiscard]] virtual std::vector<std::string> parts_of(std::string const& name) const = 0;

  /// The vector, rewritten. The vector itself when the rewriting does not apply to it.
  [[nodiscard]] virtual Vector with(Vector const& vector, std::string const& name) const = 0;

  /// The same without those that make a provider's answer malformed: over HTTP an official SDK, which a runtime may
  /// use, may refuse it.
  [[nodiscard]] virtual Rewritings const& over_http() const { return *this; }
};

/// Those of `Transform::carried` and `Transform::crossed`. They outlive their use.
using NamedRewritings = std::map<Transform, Rewritings const*>;

/// What a name of theirs is called in options and reports: "hostile" for `carried`, "crossing" for `crossed`, else "".
[[nodiscard]] std::string kind_of_name(Transform transform);

/// Each of these vectors once for each rewriting that it is due, its id followed by the name: "topic/id with
/// around/tabs".
[[nodiscard]] std::vector<Vector> rewritten_vectors(std::vector<Vector> const& vectors, Rewritings const& rewritings);

/// An index below `count`, by a text and a seed: the same on every machine.
[[nodiscard]] std::size_t choice_among(std::size_t count, std::string const& text, std::uint64_t seed);

}  // namespace conformance
