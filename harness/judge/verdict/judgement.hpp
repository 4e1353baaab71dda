#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/judge/clauses/clause_registry.hpp"
#include "harness/judge/subject/subject.hpp"
#include "harness/judge/vectors/vector.hpp"
#include "harness/judge/verdict/profile.hpp"
#include "mock-provider/matching/expectation.hpp"

namespace conformance {

/// How one vector came out in one way of replay.
enum class Status : std::uint8_t {
  pass,
  fail,             ///< another answer than expected, or a declared capability that does not work
  error,            ///< a fault of the harness; never the subject's
  crash,            ///< the subject ended before it answered
  timeout,          ///< no answer within the time limit
  unsupported,      ///< the subject does not declare what the vector needs
  known_failure,    ///< it failed as the list of known failures says
  unexpected_pass,  ///< it passed although it is on that list
  flaky             ///< played several times, it passed and failed
};

/// "pass", "fail", …
[[nodiscard]] std::string_view status_name(Status status);
[[nodiscard]] std::optional<Status> status_named(std::string_view name);

/// Of two statuses of one vector the one that counts: pass, unsupported, a known failure, an unexpected pass, flaky,
/// fail, timeout, crash, error, from the best on.
[[nodiscard]] Status worse(Status one, Status other);

/// Whether a status counts against the subject: it did not do what the clause demands, or passed unexpectedly.
[[nodiscard]] bool is_failure(Status status);

/// Whether a status shows that the clause does not hold, known before or not.
[[nodiscard]] bool shows_broken(Status status);

/// How an answer came out.
struct Judgement {
  Status status = Status::pass;
  std::string detail;                   ///< one sentence, of what was noticed first; "" for a pass
  std::vector<Difference> differences;  ///< all at which the answer departs from the expectation
  std::string reading;                  ///< the reading that the answer takes, on contested vectors that pass
  std::string nearest = {};  ///< the accepted reading from which the differences are, on contested vectors that fail
};

/// A judgement without differences.
[[nodiscard]] Judgement with_status(Status status, std::string detail);

/// Whether the subject came to an end of its own: a result or an error that it raised.
[[nodiscard]] bool has_ended(Reply const& reply);

/// The readings of `answer` that pass in a profile, by name; empty for an uncontested answer.
/// `lenient` accepts all but those that depart from a MUST for live providers. A reading is looked up in the decisions
/// that contest the vector's clauses; outside `lenient`, none is accepted when no decision knows them all or the vector
/// leaves out the profile's own.
[[nodiscard]] std::vector<ExpectedReading> accepted_readings(ExpectedAnswer const& answer, Vector const& vector,
                                                             ClauseRegistry const& registry, Profile profile);

/// A reading that leaves a MUST knowingly, with the id of the decision that has it.
struct Departure {
  ExpectedReading const* reading;
  std::string decision;
};

/// Those among the readings of `answer`, which has to outlive them, in their order: the profile live alone accepts
/// them.
[[nodiscard]] std::vector<Departure> departures(ExpectedAnswer const& answer, Vector const& vector,
                                                ClauseRegistry const& registry);

/// Whether an outcome that is expected names events of type `status`, which go without saying otherwise.
[[nodiscard]] bool names_status(ExpectedAnswer const& expected);

/// Holds one reply against one outcome.
[[nodiscard]] Judgement judge_outcome(ExpectedOutcome const& expected, Reply const& reply);

/// Holds a reply against an answer under a profile. Where no accepted reading passes, the differences are those to the
/// nearest. Status::error when the vector has no reading for the profile.
[[nodiscard]] Judgement judge_reply(ExpectedAnswer const& answer, Reply const& reply, Vector const& vector,
                                    ClauseRegistry const& registry, Profile profile);

/// Where recorded spans depart from a list of expected ones: those with a name that the list mentions are as many and
/// in the same order, and of each the members that are named match. A span inside one of its own name is part of that
/// one, which has its attributes as well unless it has others under their keys. The pointer begins with /spans and
/// counts these.
[[nodiscard]] std::vector<Difference> span_differences(Json const& expected, Json const& spans);

/// The reply with the events of a turn as they are compared: without those of type `status`, unless `names_status`,
/// without a `messages_updated` that repeats the one before it (P13.1-05), and with the text of a `tool_result` that
/// has one part, a text (P13.1-11).
[[nodiscard]] Reply with_compared_events(ExpectedAnswer const& expected, Reply reply);

}  // namespace conformance
