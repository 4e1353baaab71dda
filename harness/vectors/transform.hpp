#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "harness/vectors/vector.hpp"

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

}  // namespace conformance
