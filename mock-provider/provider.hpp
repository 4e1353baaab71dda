#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/http/request.hpp"
#include "mock-provider/http/request_reader.hpp"
#include "mock-provider/journal/journal.hpp"
#include "mock-provider/metrics.hpp"
#include "mock-provider/providers/answer.hpp"
#include "mock-provider/recording/recorder.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/stored_files.hpp"
#include "mock-provider/stored_objects.hpp"
#include "mock-provider/stored_responses.hpp"

namespace mock_provider {

/// The mock without its sockets: requests in, answers out, everything written down. Thread-safe.
class Provider {
 public:
  /// With a recorder what no scenario answers is passed on to another server. With keys only who has one of them is let
  /// in, but for scenarios that admit anyone and what is passed on. `scheme` is that of the addresses in answers.
  Provider(CheckMode check, JournalBounds bounds, std::unique_ptr<Recorder> recorder = nullptr,
           std::vector<std::string> api_keys = {}, std::string scheme = "http");

  [[nodiscard]] Answer respond(Request request);

  /// 403 in the shape of the requested provider.
  [[nodiscard]] Answer refuse(Request request, std::string const& reason);
  /// The error with which a request that could not be read is answered, in the shape of the requested provider as far
  /// as that is known, else in OpenAI's.
  [[nodiscard]] Answer refuse_unread(http::Refusal refusal);

  /// Notes in the journal that the client went before it had the whole answer.
  void note_abort(Answer const& answer, std::size_t body_bytes);

  /// Starts a scenario afresh. Throws ScenarioError for a bad name or scenario.
  void put_scenario(std::string const& name, Json const& scenario);
  void remove_scenario(std::string const& name);
  /// Takes what was received under that name out of the journal.
  void forget_requests(std::string const& scenario) { journal_.forget(scenario); }

  /// From now on answers everything below "/_mock/" with 404.
  void close_admin() { is_admin_open_ = false; }

  [[nodiscard]] RecordingCounts recording() const;
  /// Ends what is being passed on to another server, and passes no more on.
  void stop_recording();
  [[nodiscard]] Journal const& journal() const { return journal_; }
  [[nodiscard]] ScenarioTable const& scenarios() const { return scenarios_; }

 private:
  void note_refused(Request request, Answer const& answer, std::string const& reason);
  [[nodiscard]] Outcome outcome_of(Request const& request, Route const& route, Player* player);
  /// Of a request whose first segment names no scenario that is played, so that its route is whole; nothing when
  /// neither the default scenario nor the other server has it.
  [[nodiscard]] std::optional<Outcome> outcome_of_whole(Request const& request, Route const& whole, Player* player);
  /// What is answered from what was kept before; empty on routes of which nothing is. Refers to its arguments.
  [[nodiscard]] BuiltIn kept_for(Request const& request, Route const& route);
  [[nodiscard]] Answer kept_answer(Request const& request, Route const& route);
  /// The items that a request for a response goes on from; null when it begins.
  [[nodiscard]] Json items_before(Request const& request, Route const& route) const;
  /// Keeps a response, so that requests can go on from it.
  void keep_response(std::shared_ptr<JournalEntry const> entry, Answer const& answer);
  [[nodiscard]] Answer answer_and_note(Request request, Route route);
  /// Notes in the journal what is sent, once it has come.
  void note_arrival(Answer const& answer);

  CheckMode const check_;
  std::atomic<bool> is_admin_open_ = true;
  ScenarioTable scenarios_;
  Journal journal_;
  Metrics metrics_;
  std::unique_ptr<Recorder> const recorder_;
  std::vector<std::string> const api_keys_;
  std::string const scheme_;
  StoredResponses stored_responses_;
  StoredFiles stored_files_;
  StoredObjects stored_objects_;
  std::atomic<std::uint64_t> request_number_ = 0;
};

}  // namespace mock_provider
