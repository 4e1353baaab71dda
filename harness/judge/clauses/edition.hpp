#pragma once

#include <string>
#include <string_view>

namespace conformance {

/// The edition of the specification that there was first: that of clauses, adapters and reports which name none.
inline constexpr char const* first_edition = "2026-04";

/// The editions in which something holds, from one to another with both included.
struct EditionSpan {
  std::string since = {};  ///< "" for the first that there is
  std::string until = {};  ///< "" for the last that there is

  bool operator==(EditionSpan const&) const = default;
  /// Whether all editions are in it.
  [[nodiscard]] bool is_everything() const { return since.empty() && until.empty(); }
  /// Names of editions are dates, and compare as these do.
  [[nodiscard]] bool has(std::string_view edition) const {
    return since <= edition && (until.empty() || edition <= until);
  }
};

}  // namespace conformance
