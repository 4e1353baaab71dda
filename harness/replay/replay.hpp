#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "harness/replay/attempt.hpp"
#include "harness/replay/workspace.hpp"

namespace mock_provider {
class Server;
}

namespace conformance {

/// What every way of replay needs besides the vector.
struct ReplayContext {
  Subject& subject;
  ClauseRegistry const& registry;
  Profile profile = Profile::lenient;
  mock_provider::Server& mock;
  /// For how long a stream is held until its items were seen.
  std::chrono::milliseconds patience = std::chrono::seconds(3);
  /// Members that every answer of the mock provider gets besides its own, as in `respond` of its scenarios.
  Json respond_besides = nullptr;
  /// Where the files of the vector stay laid out after it was played, if anywhere.
  std::optional<Workspace>* kept_files = nullptr;
};

/// The ways that are due for a vector with a subject of these capabilities; empty when it is unsupported.
/// `reason` then says in one sentence what is missing.
struct DueWays {
  std::set<Way> ways;
  std::string reason;
};
[[nodiscard]] DueWays due_ways(Vector const& vector, Capabilities const& capabilities);

/// The params of a step as a subject gets them whose files lie in `folder`: paths made absolute, folder of the files,
/// environment and profile added. `${MOCK}` stays.
[[nodiscard]] Json params_of(Step const& step, Vector const& vector, Profile profile,
                             std::filesystem::path const& folder);

/// Plays every step of the vector through the subject; the first step that fails decides. A vector with `provider`
/// steps gets a scenario of its own on the mock, and `${MOCK}` in its params and files becomes the base URL of that
/// scenario.
[[nodiscard]] Attempt replay_direct(Vector const& vector, ReplayContext const& context, Way way);

/// Whether a vector is one `execute` against a scripted provider of which `run` shows the same requests and errors.
[[nodiscard]] bool runs_as_execute(Vector const& vector);

/// Plays such a vector as `run`: the requests and the error are judged, but not the result of an answer.
[[nodiscard]] Attempt replay_execute_as_run(Vector const& vector, ReplayContext const& context);

/// The kind of the connection to the mock provider by which such vectors are played.
inline constexpr char const* connection_kind_of_http = "key";

/// Plays a build_request or process vector as `run` against the mock provider: what the journal recorded, or what came
/// back, is held against the same expectation, and the credential must occur in its header alone. One of `execute` is
/// played as `replay_execute_as_run` says.
[[nodiscard]] Attempt replay_http(Vector const& vector, ReplayContext const& context);

/// Whether a vector is one split, and `load` can show what it expects: in every reading an error, no frontmatter, or
/// frontmatter that is a YAML mapping or empty.
[[nodiscard]] bool loads_as_split(Vector const& vector);

/// Plays a split vector as `load` of a file with that text: the body must become the instructions, and each property of
/// the expected frontmatter that is a plain `name: text` line the agent's property (A-004: trailing blanks are not
/// judged).
[[nodiscard]] Attempt replay_split_as_load(Vector const& vector, ReplayContext const& context);

}  // namespace conformance
