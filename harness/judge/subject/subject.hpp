#pragma once

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/judge/clauses/edition.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// The version of the adapter protocol that this harness speaks; the chapter "Versions of the protocol" in
/// harness/adapters/README.md says what changed with each.
inline constexpr int protocol_version = 6;

/// Every kind of connection that the documents list (§2.5).
[[nodiscard]] std::set<std::string> const& all_connection_kinds();

/// What an implementation says of itself in answer to `initialize`.
struct Capabilities {
  std::string name = {};
  std::string version = {};
  std::string language = {};
  std::set<std::string> operations = {};
  std::set<std::string> providers = {};
  std::set<std::string> api_types = {};
  std::set<std::string> connection_kinds = all_connection_kinds();
  std::set<std::string> features = {};
  std::set<std::string> editions = {first_edition};  ///< of the specification, by which it may be judged
  int max_in_flight = 1;
  int protocol = protocol_version;  ///< the version of the protocol that the adapter speaks
};

/// One answer of a subject. `error` is what the implementation raised (adapter code -32000); every other way in which a
/// request can end has a status of its own, with a sentence in `detail`.
struct Reply {
  enum class Status {
    result,             ///< `value` is the result
    error,              ///< `value` is {"kind", "message", "partial"?, "spans"?}
    unsupported,        ///< -32601: the operation is not implemented
    unsupported_input,  ///< -32001: not for this input
    crash,              ///< the adapter ended or closed its output before it answered
    timeout,            ///< no answer within the time limit
    protocol_fault,     ///< an answer that the protocol does not allow (garbage, wrong id, unknown error code)
    not_asked           ///< it never got the request: its process had ended and could not be started again
  };
  Status status = Status::result;
  Json value = nullptr;
  std::vector<Json> items = {};     ///< what a streaming operation delivered before it answered, in order
  std::string detail = {};          ///< for people; "" for result and error
  std::string stderr_excerpt = {};  ///< the end of what the adapter wrote to standard error meanwhile, at most 4 KiB
};

/// Called with an item of a stream as soon as it was delivered, on whichever thread that happens.
using ItemListener = std::function<void(Json const& item)>;

/// An implementation under judgement. Everything the harness does to one, ours included, goes through here.
/// `call` may be used from as many threads at once as `capabilities().max_in_flight`; it never throws for what the
/// implementation does wrong.
class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual Capabilities const& capabilities() const = 0;
  /// Runs one operation of the adapter protocol. `params` is the protocol's params object.
  [[nodiscard]] virtual Reply call(std::string const& operation, Json const& params) = 0;
  /// As `call`, and tells about each item of a stream as it is delivered. `on_item` is not called any more when this
  /// has returned. A subject that cannot tell only calls.
  [[nodiscard]] virtual Reply call_with_items(std::string const& operation, Json const& params,
                                              ItemListener const& on_item) {
    static_cast<void>(on_item);
    return call(operation, params);
  }
  /// Ends it, and tells how this and earlier ends of its processes were not clean, a sentence each. No call may follow.
  [[nodiscard]] virtual std::vector<std::string> end() { return {}; }
  /// A folder of its own, existing and writable, in which the harness lays out files for this subject (absolute path).
  [[nodiscard]] virtual std::string scratch() const = 0;
};

/// The adapter could not be started or did not answer `initialize` properly; the message is one sentence for the user.
class SubjectStartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The params of `initialize`. `editions` are those by one of which the subject is to be judged, the oldest first.
[[nodiscard]] Json initialize_params(std::string const& suite_name, std::string const& suite_version,
                                     std::string const& scratch, std::vector<std::string> const& editions);

/// What the result of `initialize` declares. `protocolVersion`, `implementation.name` and `operations` are needed. A
/// list that is left out stands for what the documents demand of everybody: the provider openai, the API type chat, the
/// feature jinja2; every kind of connection; one request at a time. An adapter of protocol version 1 has the features
/// that no vector required then, whether it lists them or not.
/// Throws SubjectStartError for a version that is newer than this harness or no version at all, a missing or wrong
/// member; the message names the member.
[[nodiscard]] Capabilities capabilities_from(Json const& result);

/// In what two processes of one adapter differ by their answers to `initialize`, such as "operations"; "" when they
/// agree.
[[nodiscard]] std::string differing_member(Capabilities const& one, Capabilities const& other);

/// The notice about an adapter of an older protocol, in a sentence; "" for one of this version.
[[nodiscard]] std::string version_notice(Capabilities const& declared);

/// What else a subject is that gets JSON text, not values.
class ReadsText {
 public:
  virtual ~ReadsText() = default;
  /// As `Subject::call_with_items`, with an escape in the text for every character beyond ASCII.
  [[nodiscard]] virtual Reply call_in_ascii(std::string const& operation, Json const& params,
                                            ItemListener const& on_item) = 0;
};

/// Asks in text that is all ASCII; a subject that reads none gets its requests as usual.
[[nodiscard]] inline Reply ask_in_ascii(Subject& subject, std::string const& operation, Json const& params,
                                        ItemListener const& on_item) {
  ReadsText* const reader = dynamic_cast<ReadsText*>(&subject);
  if (reader == nullptr) return subject.call_with_items(operation, params, on_item);
  return reader->call_in_ascii(operation, params, on_item);
}

/// A subject that gets every request in ASCII.
class RequestsInAscii final : public Subject {
 public:
  /// `inner` must outlive this one.
  explicit RequestsInAscii(Subject& inner) : inner_(inner) {}

  [[nodiscard]] Capabilities const& capabilities() const override { return inner_.capabilities(); }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    return ask_in_ascii(inner_, operation, params, {});
  }
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override {
    return ask_in_ascii(inner_, operation, params, on_item);
  }
  [[nodiscard]] std::string scratch() const override { return inner_.scratch(); }

 private:
  Subject& inner_;
};

}  // namespace conformance
