#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace conformance::deviations {

/// The names in a jq program, and the words in its texts and comments, which look alike.
[[nodiscard]] std::set<std::string, std::less<>> names_in(std::string_view program);

/// Definitions that many jq programs share, one beginning at the start of a line each.
class JqDefinitions {
 public:
  explicit JqDefinitions(std::string_view text);

  /// The definitions that a program with these names may use, by itself or through others, as they stand in the text
  /// and in its order, and what stands before the first. Adds the names in them to `names`. One that stands here for
  /// nothing does no harm.
  [[nodiscard]] std::string used_by(std::set<std::string, std::less<>>& names) const;

 private:
  struct Piece {
    std::string text;
    std::set<std::string, std::less<>> names;
  };
  std::vector<Piece> pieces_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> defining_;  ///< the pieces that define a name
};

}  // namespace conformance::deviations
