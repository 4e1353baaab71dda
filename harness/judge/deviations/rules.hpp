#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/judge/deviations/mutant.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance::mutants {

/// How a mutant answers; see Mutant::answer. A rule passes other operations on to the reference.
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

/// A request to a provider, ready to be sent.
struct Sending {
  std::string provider;
  std::string endpoint;
  std::string path;  ///< below the endpoint, with its query
  std::map<std::string, std::string> headers;
  std::string body;
};

/// What lies between the endpoint and the path of a request.
enum class Joint : std::uint8_t {
  one_slash,       ///< whether the endpoint ends in one or not
  as_it_stands,    ///< the path behind the endpoint, so that two slashes may meet
  of_the_endpoint  ///< a slash only if the endpoint ends in one
};

/// What an implementation does when a provider has answered.
struct SendingHabits {
  /// Whether the request is sent once more after an answer with that status.
  std::function<bool(int status)> retries = [](int) { return false; };
  /// Whether an answer with that status, which points to that location, is followed.
  std::function<bool(int status, std::string const& location)> follows = [](int, std::string const&) { return false; };
  Joint joint = Joint::one_slash;
};

/// Makes `run` and `execute` send their requests themselves, over connections of kind key and anonymous: as the
/// reference builds them, changed, and read by the reference again. Without a change the outcome is the same, save for
/// the wording of errors.
[[nodiscard]] Rule sent_otherwise(std::function<void(Sending& sending)> change, SendingHabits habits = {});

/// Whether a location has a scheme and a host.
[[nodiscard]] bool is_absolute(std::string const& location);

/// Whether requests for the provider have the form of Azure.
[[nodiscard]] bool is_azure(std::string const& provider);

/// A call of an openapi tool through `dispatch`, served by the handler that came with the runtime.
struct DocumentCall {
  Json tool;
  Json document;
  Json arguments;  ///< an object
  std::string folder;

  bool operator==(DocumentCall const&) const = default;
};

/// The document that an openapi tool of an agent in that folder names; null when it is no JSON file.
[[nodiscard]] Json document_of(Json const& tool, std::filesystem::path const& folder);

/// Changes such a call before the reference carries it out. What it returns is the answer instead, if anything.
using ChangeDocumentCall = std::function<std::optional<Reply>(DocumentCall& call)>;

/// Applies the change to calls whose document is a JSON file beside the prompt; everything else is left alone.
[[nodiscard]] Rule changed_document_call(ChangeDocumentCall change);

/// The params of a `dispatch` whose tool has no document. The files of a vector that was played are gone when a mutant
/// is tried on what was recorded; asking otherwise than before has the vector played anew.
[[nodiscard]] Json without_document(Json params);

}  // namespace conformance::mutants
