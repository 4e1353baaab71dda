#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/caller_check.hpp"
#include "mock-provider/http/listener.hpp"
#include "mock-provider/journal/journal.hpp"
#include "mock-provider/journal/plain_request.hpp"
#include "mock-provider/recording/recorder.hpp"
#include "mock-provider/scenario/closed_object.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 0;  ///< 0: any free one
  /// A TCP socket of `host` that is bound already, maybe in another network namespace, to listen on instead of `port`;
  /// the server makes a duplicate for itself.
  std::optional<int> bound = {};
  CheckMode check = CheckMode::report;
  std::size_t journal_capacity = 10'000;
  std::size_t journal_bytes = 268'435'456;
  std::size_t journal_answer_bytes = 4'096;  ///< of the body of each answer
  std::size_t max_request_bytes = 16'777'216;
  std::size_t max_header_bytes = 65'536;  ///< of the request line and the headers together
  std::size_t max_connections = 1'024;    ///< served at once; more wait
  std::optional<TlsFiles> tls = {};       ///< https with this certificate and key; nothing: http
  /// Requests without a prefix are passed on to another server, whose answers are recorded.
  std::optional<RecordingOptions> recording = {};
  std::chrono::milliseconds idle{30'000};  ///< without a byte, before a connection is closed
  /// How long a client may keep the server waiting with one request, one answer or the handshake of TLS.
  std::chrono::milliseconds deadline{60'000};
  /// Keys of which a request has to have one; none: any key will do.
  std::vector<std::string> api_keys = {};
  Secrets secrets = Secrets::masked;  ///< in the journal as JSON; the page for people shows none
  AdmittedCallers admitted = {};      ///< beside clients that reach it as `host`, as localhost or by an address
};

/// A mock of OpenAI's HTTP on loopback. Every function may be called from any thread.
class Server {
 public:
  /// Listens from then on. Throws StartError with one sentence when the port cannot be had, and std::runtime_error with
  /// one when nothing can be recorded so.
  explicit Server(ServerOptions const& options);
  Server(Server const&) = delete;
  Server& operator=(Server const&) = delete;
  ~Server();

  [[nodiscard]] int port() const;
  /// "http://127.0.0.1:PORT", https with TLS; a scenario's endpoint for OpenAI is base_url() + "/NAME/v1".
  [[nodiscard]] std::string base_url() const;

  /// Plays a scenario (see scenario.schema.json) for requests below "/NAME/" from its first step. "default" also takes
  /// requests without a prefix. What was received under that name stays in the journal. Throws ScenarioError.
  void put_scenario(std::string const& name, Json const& scenario);
  /// Lets the first `frames` frames of the scenario's streams out, of those that its steps hold back.
  void let_out(std::string const& scenario, std::size_t frames);
  /// Notes how many items the client has made of the scenario's streams, for its `letsOut`.
  void note_items(std::string const& scenario, std::size_t items);
  /// What was let out since its patience was at an end, a sentence; "" when nothing was.
  [[nodiscard]] std::string late(std::string const& scenario) const;
  /// Its requests stay in the journal. A name that is not there is no error.
  void remove_scenario(std::string const& name);

  /// What was received below "/NAME/", in order, nothing masked; `plain_request` has each as tests compare it.
  [[nodiscard]] std::vector<JournalEntry> requests(std::string const& scenario) const;
  /// Takes these out of the journal.
  void forget_requests(std::string const& scenario);
  /// Entries that the journal had no room for any more; a judge wants this to be 0.
  [[nodiscard]] std::uint64_t dropped_requests() const;
  /// The steps of one scenario that were played less often than they say; none for an unknown name.
  [[nodiscard]] std::vector<UnplayedStep> unplayed(std::string const& scenario) const;
  /// The same of all scenarios, by name.
  [[nodiscard]] std::vector<UnplayedStep> unplayed() const;

  /// What has been recorded so far.
  [[nodiscard]] RecordingCounts recording() const;

  /// From now on only this program sees and changes what is played: all below "/_mock/" is answered with 404.
  void close_admin();

  /// Closes every connection; returns when all threads have ended. The journal can still be read.
  void stop();

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace mock_provider
