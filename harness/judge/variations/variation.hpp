#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/vectors/vector.hpp"

namespace conformance {

/// A kind of rewriting under which a vector's verdict must stay (vectors/README.md).
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

/// A way to play a vector (harness/README.md, "5. Replay").
enum class Way : std::uint8_t {
  direct,    ///< the operation through the subject
  http,      ///< the subject runs against the mock provider, whose journal is judged
  load,      ///< a split vector through `load`, for subjects without `split`
  process,   ///< the reference once more as an adapter process
  transform  ///< once more in one of these ways, under a variation
};

/// "direct", "http", …
[[nodiscard]] std::string_view way_name(Way way);
[[nodiscard]] std::optional<Way> way_named(std::string_view name);

/// A rewriting of a vector under which its verdict must stay, and the way in which it is played once more.
struct Variation {
  Transform transform = Transform::crlf;
  Way of = Way::direct;
  std::string name = {};  ///< which of the transform: "around/tabs"; "" for the only one, and for several cuts in turn

  bool operator==(Variation const&) const = default;
};

/// As options and reports call it: "crlf", "carried/around/tabs".
[[nodiscard]] std::string variation_name(Variation const& variation);
/// That one, of `Way::direct`; nothing when it begins with no transform.
[[nodiscard]] std::optional<Variation> variation_named(std::string_view name);

/// Which variations of one transform vectors are played under.
struct VariationsWanted {
  bool all = false;                ///< with all that there are instead of a few for each vector
  std::uint64_t seed = 1;          ///< of the choice of these few
  std::vector<std::string> names;  ///< these alone, if any
};

/// The variations of one transform. May be used from several threads.
class Variations {
 public:
  Variations() = default;
  Variations(Variations const&) = delete;
  Variations& operator=(Variations const&) = delete;
  virtual ~Variations() = default;

  /// Of the ways that a vector passed in those in which it is played once more. Here the first one: what holds over
  /// HTTP holds in the others.
  [[nodiscard]] virtual std::set<Way> ways(Vector const& vector, std::set<Way> const& passed) const;

  /// The names of those that a vector is due in that way; none when none of them changes it.
  [[nodiscard]] virtual std::vector<std::string> due(Vector const& vector, Way way) const = 0;

  /// The single ones that a name stands for, in order. A single one stands for itself.
  [[nodiscard]] virtual std::vector<std::string> parts_of(Vector const& vector, std::string const& name,
                                                          Way way) const = 0;

  /// The vector, rewritten. The vector itself when the variation does not apply to it.
  [[nodiscard]] virtual Vector with(Vector const& vector, std::string const& name, Way way) const = 0;
};

/// What vectors are played under.
using VariationsByTransform = std::map<Transform, std::shared_ptr<Variations const>>;

/// Each of these vectors once for each variation that it is due in that way, its id followed by the name: "topic/id
/// with around/tabs".
[[nodiscard]] std::vector<Vector> rewritten_vectors(std::vector<Vector> const& vectors, Variations const& variations,
                                                    Way way);

/// An index below `count`, by a text and a seed: the same on every machine.
[[nodiscard]] std::size_t choice_among(std::size_t count, std::string const& text, std::uint64_t seed);

}  // namespace conformance
