#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "harness/judge/replay/attempt.hpp"
#include "harness/judge/replay/due_ways.hpp"
#include "harness/judge/replay/scenario.hpp"

namespace conformance {

/// A folder below a subject's scratch folder that holds the files of one vector; removed with its content at the end.
class Workspace {
 public:
  /// Makes the folder and writes the files (relative path to bytes). Throws HarnessError when the disk refuses.
  Workspace(std::filesystem::path const& scratch, std::map<std::string, std::string> const& files);
  ~Workspace();
  Workspace(Workspace const&) = delete;
  Workspace& operator=(Workspace const&) = delete;

  [[nodiscard]] std::filesystem::path const& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

/// Requests that the mock provider saw of a vector, and what is expected of them.
struct JudgedRequests {
  std::string operation;  ///< that sent them
  Json expected;          ///< a list, as `judge_requests` takes it
  std::vector<mock_provider::JournalEntry> entries;
};

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
  /// Where the requests that were judged are kept, those of the last step that expects any, if anywhere.
  std::optional<JudgedRequests>* kept_requests = nullptr;
};

/// The params of a step as a subject gets them whose files lie in `folder`: paths made absolute, folder of the files,
/// environment and profile added. `${MOCK}` stays.
[[nodiscard]] Json params_of(Step const& step, Vector const& vector, Profile profile,
                             std::filesystem::path const& folder);

/// By operation, of what it answers, a shape: `unset`, where null and these values of members say that nothing is set,
/// and `members`, the shapes of members that are objects or lists of these.
[[nodiscard]] Json const& shapes_with_unset_members();

/// What an operation returned, without the members that say by null that nothing is set, which adapters may show or
/// leave out: those of an agent, its model, connections, options, template, properties and tools, and those of messages
/// and their parts, also of the messages of a turn; nor metadata of a message that is empty (P7.1.1-04), nor the
/// `required` of a property and the `strict` of a tool that are false, since a boolean that is not set is false in many
/// languages (P2.7-03, P2.9-07). A null elsewhere, as in metadata, in bindings or inside a default, means something and
/// stays. Results of other operations and of other shapes come back as they are.
[[nodiscard]] Json without_unset_members(std::string const& operation, Json result);

/// The reply with that done to its result, or to the partial result of its error.
[[nodiscard]] Reply reply_without_unset_members(std::string const& operation, Reply reply);

/// Plays every step of the vector through the subject; the first step that fails decides. A vector with `provider`
/// steps gets a scenario of its own on the mock, and `${MOCK}` in its params and files becomes the base URL of that
/// scenario. One that needs `parallel-tools`, and in which nothing is wrong but `overlaps`, is played up to three
/// times and passes when it does once: calls meet only when the machine lets them.
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

/// How such a vector comes out when `load` of a file with its text is answered like this.
[[nodiscard]] Judgement judge_split_as_load(Vector const& vector, Reply const& reply, ClauseRegistry const& registry,
                                            Profile profile);

/// Plays a split vector as `load` of a file with that text: the body must become the instructions, and each property of
/// the expected frontmatter that is a plain `name: text` line the agent's property (A-004: trailing blanks are not
/// judged).
[[nodiscard]] Attempt replay_split_as_load(Vector const& vector, ReplayContext const& context);

}  // namespace conformance
