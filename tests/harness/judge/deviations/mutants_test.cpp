#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/replay/scenario.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/suite/suite_of_repository.hpp"
#include "harness/judge/vectors/corpus.hpp"
#include "mock-provider/journal/plain_request.hpp"
#include "mock-provider/matching/json.hpp"
#include "support/places.hpp"
#include "tests/harness/judge/deviations/own_mutants.hpp"
#include "tests/harness/judge/deviations/reworded_vectors.hpp"

namespace conformance::mutants_test {
namespace {

char const* const some_address = "http://127.0.0.1:1/s0";

/// What came of a question: the reply, and the requests that a provider saw.
struct Outcome {
  Reply reply;
  Json requests = Json::array();
};

struct RecordingReference {
  std::string operation;
  Json params;
  Json provider;
  Json mcp;
  // By path, those that name the mock.
  std::map<std::string, std::string> addressed_files = {};
  Outcome outcome = {};
  // The call; of one that reaches a provider, with an address that looks like one.
  AnsweredCall sent = {};
};

std::string replaced_all(std::string text, std::string const& from, std::string const& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// A text without the ids of requests, which no two scenarios share.
std::string without_request_ids(std::string text) {
  std::string const start = " (request id ";
  for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at))
    text.erase(at, text.find(')', at) + 1 - at);
  return text;
}

/// What tells one request from another, as far as a mutant may change it.
Json traits_of(mock_provider::JournalEntry const& entry) {
  Json const request = mock_provider::plain_request(entry);
  Json const& headers = request.at("headers");
  Json traits = {
      {"method", entry.method}, {"path", entry.path}, {"query", entry.query}, {"body", request.value("body", Json())}};
  for (char const* const name : {"authorization", "api-key", "x-api-key", "anthropic-version", "user-agent"})
    traits[name] = headers.value(name, "");
  return traits;
}

bool reaches_a_provider(std::string const& operation, Json const& params, Json const& provider) {
  bool const has_address = params.dump().find("${MOCK}") != std::string::npos;
  return has_address || !provider.is_null() || operation == "run" || operation == "execute" ||
         operation == "converse" || operation == "turn";
}

/// Asks about a generated input; what reaches a provider goes against a mock with a scenario of its own, whose address
/// stands as `${MOCK}` in the reply.
Outcome ask(Subject& subject, RecordingReference const& question, mock_provider::Server& mock) {
  auto const& [operation, params, provider, mcp, addressed_files, known, sent] = question;
  if (!reaches_a_provider(operation, params, provider)) return {.reply = subject.call(operation, params)};
  Json const text_of_any_kind = Json::array({{{"respond", {{"text", "ok"}}}}});
  Scenario const scenario(mock, {{"steps", provider.is_null() ? text_of_any_kind : provider}, {"mcp", mcp}});
  for (auto const& [path, bytes] : addressed_files)
    write_file(path, replaced_all(bytes, "${MOCK}", scenario.base_url()));
  Outcome outcome{
      .reply = subject.call(operation, Json::parse(replaced_all(params.dump(), "${MOCK}", scenario.base_url())))};
  std::string const reported = replaced_all(outcome.reply.value.dump(), scenario.base_url(), "${MOCK}");
  outcome.reply.value = Json::parse(without_request_ids(reported));
  for (mock_provider::JournalEntry const& entry : scenario.requests()) {
    std::string const requested = replaced_all(traits_of(entry).dump(), scenario.base_url(), "${MOCK}");
    outcome.requests.push_back(Json::parse(without_request_ids(requested)));
  }
  return outcome;
}

RecordingReference asked_about(generated::Input input, std::filesystem::path const& folder, InProcessSubject& reference,
                               mock_provider::Server& mock) {
  for (auto const& [path, bytes] : input.files) write_file(folder / path, bytes);
  bool const has_path = input.params.contains("path") && !input.files.empty();
  if (input.cwd) input.params["cwd"] = (folder / *input.cwd).string();
  if (has_path) input.params["path"] = (folder / input.params["path"].get<std::string>()).string();
  if (!has_path && !input.files.empty()) input.params["baseDir"] = folder.string();
  RecordingReference question{.operation = input.operation,
                              .params = std::move(input.params),
                              .provider = std::move(input.provider),
                              .mcp = std::move(input.mcp)};
  for (auto const& [path, bytes] : input.files) {
    if (bytes.find("${MOCK}") != std::string::npos) question.addressed_files.emplace((folder / path).string(), bytes);
  }
  question.outcome = ask(reference, question, mock);
  question.sent = {.operation = question.operation, .params = question.params, .reply = question.outcome.reply};
  if (!reaches_a_provider(question.operation, question.params, question.provider)) return question;
  for (Json* const value : {&question.sent.params, &question.sent.reply.value})
    *value = Json::parse(replaced_all(value->dump(), "${MOCK}", some_address));
  return question;
}

/// What a vector gives in other words, and what the reference answers to it. A folder of its own for each, so that
/// references to files find what lies beside them.
std::vector<RecordingReference> asked_in_other_words(Vector const& vector, generated::Rewording const& rewording,
                                                     InProcessSubject& reference, mock_provider::Server& mock) {
  static std::atomic<std::size_t> folders = 0;
  std::vector<RecordingReference> requested;
  for (generated::Input& input : rewording.of(vector)) {
    std::filesystem::path const folder = std::filesystem::path(reference.scratch()) / std::to_string(++folders);
    requested.push_back(asked_about(std::move(input), folder, reference, mock));
  }
  return requested;
}

// A value with zeros for the digits of placeholders, which no two renderings share.
Json without_numbers(Json const& value) {
  std::string const prefix = "__PROMPTY_THREAD_";
  std::string text = value.dump();
  for (std::size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at)) {
    at += prefix.size();
    for (; std::isxdigit(static_cast<unsigned char>(text[at])) != 0; ++at) text[at] = '0';
  }
  return Json::parse(text);
}

bool same_but_for_numbers(Reply const& left, Reply const& right) {
  if (left.status != right.status || left.items != right.items) return false;
  if (left.value == right.value) return true;
  if (left.status == Reply::Status::error) return false;
  return same_json(without_numbers(left.value), without_numbers(right.value));
}

bool same_outcome(Outcome const& left, Outcome const& right) {
  return same_but_for_numbers(left.reply, right.reply) && left.requests == right.requests;
}

// What a mutant makes of a question, if it is anything else. Most ask the reference the very same; that answer is known
// already.
std::optional<Reply> answer_of(Deviation const& mutant, InProcessSubject& reference,
                               RecordingReference const& question) {
  return changed_reply(mutant, question.sent, [&](std::string const& operation, Json const& params) {
    bool const known = operation == question.operation && params == question.params;
    return known ? question.outcome.reply : reference.call(operation, params);
  });
}

bool changes(Deviation const& mutant, InProcessSubject& reference, RecordingReference const& question,
             mock_provider::Server& mock) {
  if (!reaches_a_provider(question.operation, question.params, question.provider)) {
    std::optional<Reply> const answer = answer_of(mutant, reference, question);
    return answer && !same_but_for_numbers(*answer, question.outcome.reply);
  }
  AskReference const asking = [&](std::string const& operation, Json const& params) {
    return reference.call(operation, params);
  };
  if (leaves_alone(mutant, question.sent, asking)) return false;
  DeviatingSubject mutated(mutant, reference);
  Outcome const outcome = ask(mutated, question, mock);
  return !same_outcome(outcome, question.outcome);
}

std::vector<std::string> lines_of_pages() {
  std::vector<std::string> lines;
  std::filesystem::path const folder = std::filesystem::path(prompty_tests::repository()) / "spec";
  for (std::filesystem::directory_entry const& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(entry.path());
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
  }
  return lines;
}

// Ids of the clauses on the pages, and whether an operation can show them.
std::map<std::string, bool> clauses_of_pages() {
  std::map<std::string, bool> clauses;
  for (std::string const& line : lines_of_pages()) {
    std::size_t const end = line.find("** ");
    bool const has_letter = line.starts_with("- **P") || line.starts_with("- **M");
    bool const is_clause = has_letter && line.size() > 5 && std::isdigit(static_cast<unsigned char>(line[5])) != 0;
    if (!is_clause || end == std::string::npos) continue;
    std::string const markers = line.substr(end, line.find(" — ") - end);
    bool const exempt =
        markers.find("native") != std::string::npos || markers.find("unobservable") != std::string::npos;
    clauses[line.substr(4, end - 4)] = !exempt;
  }
  return clauses;
}

bool is_kebab_case(std::string const& id) {
  bool const ends_well = !id.empty() && id.front() != '-' && id.back() != '-' && id.find("--") == std::string::npos;
  return ends_well && id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

/// Nobody hears the items here for which the mock would wait.
bool waits_for_items(Vector const& vector) {
  return vector.provider && vector.provider->dump().find("afterItems") != std::string::npos;
}

bool is_about_any(Vector const& vector, std::map<std::string, std::vector<Deviation const*>> const& mutants) {
  return std::any_of(vector.clauses.begin(), vector.clauses.end(), [&](std::string const& clause) {
    return mutants.contains(clause) && !mutants.at(clause).empty();
  });
}

/// Late items change nothing but the time, which only a mock that waits for items shows; what is not read again needs a
/// file that changes (changing_files_test.cpp).
bool shows_in_one_answer(Deviation const& mutant) {
  return !mutant.tells_late && !mutant.id.ends_with("-read-once");
}

/// Erases those that change the answer to a vector of an edition, which is asked in other words.
void erase_those_with_effect(std::map<std::string, std::vector<Deviation const*>>& mutants,
                             std::string const& edition) {
  Suite const suite = suite_of_repository(edition);
  InProcessSubject reference({edition});
  mock_provider::Server mock{mock_provider::ServerOptions{}};
  using Kind = generated::Rewording::Kind;
  for (Kind const kind : {Kind::prose, Kind::rare_words, Kind::numbers, Kind::text_in_front, Kind::text_behind}) {
    generated::Rewording const rewording(prompty_tests::repository(), kind);
    for (Vector const& vector : suite.corpus.vectors) {
      if (waits_for_items(vector) || !is_about_any(vector, mutants)) continue;
      for (RecordingReference const& question : asked_in_other_words(vector, rewording, reference, mock)) {
        // Whatever the reference itself answers differently each time is no effect of a mutant.
        std::optional<bool> is_certain;
        auto const is_answered_alike = [&] {
          if (!is_certain) is_certain = same_outcome(ask(reference, question, mock), question.outcome);
          return *is_certain;
        };
        for (std::string const& clause : vector.clauses)
          std::erase_if(mutants[clause], [&](Deviation const* mutant) {
            return changes(*mutant, reference, question, mock) && is_answered_alike();
          });
      }
    }
  }
}

TEST(Mutants, EachChangesTheAnswerToAGeneratedInput) {
  std::map<std::string, std::vector<Deviation const*>> without_effect;
  for (Deviation const& mutant : own_mutants())
    if (shows_in_one_answer(mutant)) without_effect[mutant.clause].push_back(&mutant);
  Capabilities const reference = InProcessSubject().capabilities();
  for (std::string const& edition : reference.editions) erase_those_with_effect(without_effect, edition);
  for (auto const& [clause, mutants] : without_effect)
    for (Deviation const* const mutant : mutants) ADD_FAILURE() << mutant->id << " (" << clause << ") changes nothing";
}

TEST(Mutants, AreAboutOperationsThatThereAre) {
  InProcessSubject const reference;
  for (Deviation const& mutant : own_mutants()) {
    for (std::string const& operation : mutant.operations)
      EXPECT_TRUE(reference.capabilities().operations.contains(operation)) << mutant.id << ": " << operation;
  }
}

TEST(Mutants, LeaveOperationsAloneThatTheyDoNotKnow) {
  AskReference const reference = [](std::string const& operation, Json const& params) {
    Reply reply;
    reply.value = {{"asked", operation}, {"with", params}};
    return reply;
  };
  Json const params = {{"agent", Json::object()}};
  for (Deviation const& mutant : own_mutants()) {
    EXPECT_EQ(mutant.answer("converse", params, reference).value, reference("converse", params).value) << mutant.id;
  }
}

TEST(Mutants, PassOnWhatTheReferenceCannotRead) {
  AskReference const reference = [](std::string const&, Json const&) {
    Reply reply;
    reply.status = Reply::Status::error;
    reply.value = {{"kind", "FileNotFoundError"}, {"message", "no such file"}};
    return reply;
  };
  for (Deviation const& mutant : own_mutants()) {
    bool const is_about_missing_files = mutant.clause == "P4.1-01" || mutant.clause == "P4.1-02";
    if (is_about_missing_files) continue;
    Reply const reply = mutant.answer("load", {{"path", "/nowhere/at-all.prompty"}}, reference);
    EXPECT_EQ(reply.value.at("kind"), "FileNotFoundError") << mutant.id;
  }
}

TEST(Mutants, HaveIdsOfTheirOwnInKebabCase) {
  std::set<std::string> ids;
  for (Deviation const& mutant : own_mutants()) {
    EXPECT_TRUE(is_kebab_case(mutant.id)) << mutant.id;
    EXPECT_TRUE(ids.insert(mutant.id).second) << mutant.id << " occurs twice";
  }
}

TEST(Mutants, SayWhatTheyBreakInASentence) {
  std::set<std::string> sentences;
  for (Deviation const& mutant : own_mutants()) {
    EXPECT_GT(mutant.breaks.size(), 15U) << mutant.id;
    EXPECT_EQ(mutant.breaks.back(), '.') << mutant.id;
    EXPECT_TRUE(sentences.insert(mutant.breaks).second) << mutant.id << " says the same as another mutant";
  }
}

TEST(Mutants, AreSortedByClauseThenId) {
  std::vector<Deviation> const& mutants = own_mutants();
  for (std::size_t index = 1; index < mutants.size(); ++index) {
    Deviation const& before = mutants[index - 1];
    Deviation const& here = mutants[index];
    EXPECT_LT(std::pair(before.clause, before.id), std::pair(here.clause, here.id));
  }
}

TEST(Mutants, BreakClausesOfThePagesAndLeaveNoneOut) {
  std::map<std::string, bool> const clauses = clauses_of_pages();
  ASSERT_FALSE(clauses.empty());
  std::set<std::string> broken;
  for (Deviation const& mutant : own_mutants()) {
    EXPECT_TRUE(clauses.contains(mutant.clause)) << mutant.id << " breaks " << mutant.clause;
    broken.insert(mutant.clause);
  }
  for (auto const& [clause, testable] : clauses) {
    EXPECT_EQ(broken.contains(clause), testable) << clause << (testable ? " has no mutant" : " is exempt, yet broken");
  }
}

}  // namespace
}  // namespace conformance::mutants_test
