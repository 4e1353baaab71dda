#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// A mock provider for tests in C++, in the process of the test: prompty::mock of the CMake package. This header is all
/// that such a test needs.
namespace mock_provider {

class Server;

struct MockOptions {
  /// What to do about requests that break a rule of the provider.
  enum class Check : std::uint8_t {
    off,     ///< rules are not looked at
    report,  ///< requests have findings, and are answered all the same
    enforce  ///< the provider's error is the answer
  };
  Check check = Check::report;
  int port = 0;                            ///< on 127.0.0.1; 0: any free one
  std::vector<std::string> api_keys = {};  ///< of which a request has to have one; none: any will do

  bool operator==(MockOptions const&) const = default;
};

/// A request as it was received, and how it was answered.
struct MockRequest {
  std::string method;
  std::string path;   ///< without the scenario's prefix and the query, e.g. "/v1/chat/completions"
  std::string query;  ///< after "?", as received
  std::vector<std::pair<std::string, std::string>> headers;  ///< names and order as received, nothing masked
  std::string body;                                          ///< the bytes as received
  int status = 0;                                            ///< of the answer
  std::optional<std::size_t> step;    ///< of the scenario that took it, counted from 1; nothing when none did
  std::vector<std::string> findings;  ///< "RULE at POINTER: MESSAGE" for each rule that it breaks

  bool operator==(MockRequest const&) const = default;
};

/// A scenario that a mock plays; the mock must outlive it. Every function may be called from any thread.
class MockScenario {
 public:
  [[nodiscard]] std::string const& name() const { return name_; }
  /// The base URL for Anthropic's clients, "http://127.0.0.1:PORT/NAME".
  [[nodiscard]] std::string url() const;
  /// The base URL for OpenAI's clients, the same with "/v1".
  [[nodiscard]] std::string openai_url() const;

  /// What it has received since it was played, in order.
  [[nodiscard]] std::vector<MockRequest> requests() const;
  /// A sentence for each step that was played less often than the scenario says.
  [[nodiscard]] std::vector<std::string> unplayed() const;
  /// Lets out the first `events` events of its streams, of those that a step holds back (`hold`).
  void let_out(std::size_t events) const;
  /// Plays it no more; its requests are kept.
  void remove() const;

 private:
  friend class Mock;
  MockScenario(Server& server, std::string name, std::uint64_t after)
      : server_(&server), name_(std::move(name)), after_(after) {}

  Server* server_;
  std::string name_;
  std::uint64_t after_;  ///< the number of the last request before it was played
};

/// A server on loopback that speaks as OpenAI and Anthropic do, from construction to destruction. Every function may be
/// called from any thread.
class Mock {
 public:
  /// Listens from then on. Throws std::runtime_error with one sentence when the port cannot be had.
  explicit Mock(MockOptions const& options = {});
  Mock(Mock const&) = delete;
  Mock& operator=(Mock const&) = delete;
  ~Mock();

  /// "http://127.0.0.1:PORT", where requests without a scenario get an answer that is the same for the same request.
  [[nodiscard]] std::string url() const;

  /// Plays a scenario, YAML or JSON as scenario.schema.json describes it, from its first step. The name "default" also
  /// takes requests without a prefix. Throws std::runtime_error that says what is wrong and where.
  MockScenario play(std::string const& name, std::string_view scenario);
  /// The same of a file, `.yaml`, `.yml` or `.json`, under the name that it says, or "default".
  MockScenario play_file(std::string const& path);

  /// Closes every connection; what was received can still be read.
  void stop();

 private:
  std::unique_ptr<Server> server_;
};

}  // namespace mock_provider
