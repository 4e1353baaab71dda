#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/deviations/deviation.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance::deviations {

/// How a deviation answers; see Deviation::answer. A rule passes other operations on to the reference.
using Rule = std::function<Reply(std::string const& operation, Json const& params, AskReference const& reference)>;

/// A reply in which the implementation raises an error of that kind.
[[nodiscard]] Reply raised(std::string const& kind);

/// A reply with that result.
[[nodiscard]] Reply answered(Json value);

/// The member at the end of a path of keys; null when there is none.
[[nodiscard]] Json const& member_at(Json const& value, std::vector<std::string> const& keys);

/// Whether a request registers components, whose answers then stand beside what they were called with.
[[nodiscard]] bool registers_components(Json const& params);

/// Writes the text to a new file in that folder: the prefix, six characters and the suffix are its name. "" when it
/// cannot be written.
[[nodiscard]] std::filesystem::path write_new_file(std::filesystem::path const& folder, std::string const& prefix,
                                                   std::string const& suffix, std::string const& text);

/// What becomes of a request that a deviation sends by itself; nothing when it leaves the request to the reference.
using ChangeSending = std::function<std::optional<Json>(Json const& sending)>;

/// Has `run` and `execute` send their request by themselves, over connections of kind key and anonymous, and the
/// reference read the answer. The request is {"provider", "origin", "base", "path", "target", "headers", "body"}, as
/// the reference builds it; it goes to the target at the origin, which is path behind base, with one slash between
/// them. When it is unchanged the outcome is the same, save for the wording of errors.
///
/// The request that was sent is changed once more with "answer" in it, {"status", "location"}. When "again" is true
/// then, it is sent as it comes out, for another answer.
[[nodiscard]] Reply send_by_itself(ChangeSending const& change, std::string const& operation, Json const& params,
                                   AskReference const& reference);

}  // namespace conformance::deviations
