#include "harness/judge/run/baseline.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/files/yaml_place.hpp"

namespace conformance {
namespace {

std::string date_text(std::chrono::year_month_day date) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::map<std::string, KnownFailure> by_id(std::vector<KnownFailure> const& failures) {
  std::map<std::string, KnownFailure> entries;
  for (KnownFailure const& failure : failures) entries.emplace(failure.id, failure);
  return entries;
}

bool is_settled_failure(Status status) {
  return is_failure(status) && status != Status::unexpected_pass;
}

/// Gives every failed attempt another status and says why before what it says already.
void restate(VectorResult& result, Status status, std::string const& why) {
  for (Attempt& attempt : result.attempts) {
    if (!is_settled_failure(attempt.judgement.status)) continue;
    attempt.judgement.status = status;
    attempt.judgement.detail = fmt::format("{}; {}", why, attempt.judgement.detail);
  }
}

/// Has every failed attempt say why it is not taken for known.
void remark(VectorResult& result, std::string const& why) {
  for (Attempt& attempt : result.attempts) {
    if (is_settled_failure(attempt.judgement.status)) attempt.judgement.detail += "; " + why;
  }
}

void expect_failure(VectorResult& result, KnownFailure const& known) {
  for (Attempt& attempt : result.attempts) {
    attempt.judgement.status = Status::unexpected_pass;
    attempt.judgement.detail =
        fmt::format("it passes, although it is listed as known to fail ({}): take it off the list", known.reason);
  }
}

std::string quoted_yaml(std::string const& text) {
  // Every JSON string is a YAML string.
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Status, place and kind of the failure of an attempt, in one line that does not change from run to run.
std::string signature_of(Attempt const& attempt) {
  Judgement const& judgement = attempt.judgement;
  std::string const status =
      judgement.status == Status::known_failure ? "fail" : std::string(status_name(judgement.status));
  if (judgement.differences.empty()) return fmt::format("{} in {}", status, attempt.operation);
  Difference const& first = judgement.differences.front();
  std::string text = fmt::format("{} in {} at \"{}\": {}", status, attempt.operation, first.pointer, first.message);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Those of all attempts that failed, each once.
std::vector<std::string> signatures_of(VectorResult const& result) {
  std::vector<std::string> signatures;
  for (Attempt const& attempt : result.attempts) {
    if (!shows_broken(attempt.judgement.status)) continue;
    std::string signature = signature_of(attempt);
    bool const is_new = std::find(signatures.begin(), signatures.end(), signature) == signatures.end();
    if (is_new) signatures.push_back(std::move(signature));
  }
  return signatures;
}

/// Of what a result shows, the first that is not a line of `known`; "" when all are.
std::string unlisted_signature(VectorResult const& result, std::string const& known) {
  std::string const lines = "\n" + known + "\n";
  for (std::string const& signature : signatures_of(result)) {
    if (lines.find("\n" + signature + "\n") == std::string::npos) return signature;
  }
  return "";
}

enum class Listed { failing, flaky };

/// Why an entry does not excuse what a vector shows; "" when it does.
std::string why_not_excused(VectorResult const& result, KnownFailure const& known, Listed listed,
                            std::chrono::year_month_day today) {
  std::string_view const how = listed == Listed::failing ? "to fail" : "to be flaky";
  if (known.expires && *known.expires < today)
    return fmt::format("it was known {} until {}", how, date_text(*known.expires));
  if (!known.content.empty() && known.content != content_of(*result.vector))
    return fmt::format(
        "it is known {}, but the vector has changed since: confirm it with "
        "'prompty-conformance update-known-failures'",
        how);
  // Rounds of this run passed.
  if (listed == Listed::flaky && result.status() == Status::flaky) return "";
  if (known.signature.empty())
    return fmt::format(
        "it is known {}, but nothing shows that it passes: play it several times (--repeat), or list the signature, "
        "content and last day of this failure",
        how);
  std::string const unlisted = unlisted_signature(result, known.signature);
  if (unlisted.empty()) return "";
  return fmt::format("it is known {} otherwise: {}; not listed is: {}", how, known.signature, unlisted);
}

void excuse(VectorResult& result, KnownFailure const& known, Listed listed, std::chrono::year_month_day today) {
  std::string const why_not = why_not_excused(result, known, listed, today);
  if (!why_not.empty()) return remark(result, why_not);
  std::string_view const known_as = listed == Listed::failing ? "known" : "known to be flaky";
  restate(result, Status::known_failure, fmt::format("{}: {}", known_as, known.reason));
}

/// Reads the entries of one list.
class ListReader {
 public:
  ListReader(std::filesystem::path const& path, Corpus const& corpus, Listed listed)
      : path_(path), corpus_(corpus), listed_(listed) {}

  std::vector<KnownFailure> read() const {
    YamlPlace const list{.node = yaml_document(read_file(path_), path_.string()), .page = path_.string()};
    if (!list.node.IsSequence()) list.refuse("must be a list of entries with id and reason");
    std::vector<KnownFailure> failures;
    std::set<std::string> ids;
    for (YamlPlace const& entry : elements_of(list)) {
      failures.push_back(read_entry(entry));
      if (!ids.insert(failures.back().id).second)
        entry.refuse(fmt::format("the vector {} is listed twice", failures.back().id));
    }
    return failures;
  }

 private:
  using Members = std::map<std::string, YamlPlace>;

  static std::string text(Members const& given, char const* name) {
    Members::const_iterator const member = given.find(name);
    if (member == given.end()) return "";
    if (!member->second.node.IsScalar()) member->second.refuse(fmt::format("'{}' must be a text", name));
    return member->second.node.Scalar();
  }

  static std::string demand(YamlPlace const& entry, Members const& given, char const* name) {
    std::string written = text(given, name);
    if (written.empty()) entry.refuse(fmt::format("'{}' is missing or empty", name));
    return written;
  }

  static Members members_of_entry(YamlPlace const& entry) {
    if (!entry.node.IsMap()) entry.refuse("an entry must have id and reason");
    Members given;
    for (auto& [name, value] : members_of(entry)) {
      if (!members.contains(name))
        value.refuse(
            fmt::format("'{}' is nothing that an entry can have; it can have {}", name, fmt::join(members, ", ")));
      given.emplace(name, std::move(value));
    }
    return given;
  }

  KnownFailure read_entry(YamlPlace const& entry) const {
    Members const given = members_of_entry(entry);
    KnownFailure failure{
        .id = demand(entry, given, "id"), .reason = demand(entry, given, "reason"), .issue = text(given, "issue")};
    if (listed_ == Listed::failing || given.contains("signature") || given.contains("content")) {
      failure.signature = demand(entry, given, "signature");
      failure.content = demand(entry, given, "content");
    }
    if (given.contains("expires")) failure.expires = read_date(given.at("expires"));
    if (listed_ == Listed::flaky && !failure.signature.empty() && !failure.expires)
      entry.refuse(
          "'expires' is missing: with a signature, an entry of a flaky vector excuses one that fails every time, "
          "and needs a last day, such as 2027-01-31");
    bool const is_there = std::any_of(corpus_.vectors.begin(), corpus_.vectors.end(),
                                      [&](Vector const& vector) { return vector.id == failure.id; });
    if (!is_there)
      entry.refuse(fmt::format("there is no vector {}; 'prompty-conformance list' shows them", failure.id));
    return failure;
  }

  static std::chrono::year_month_day read_date(YamlPlace const& place) {
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    int length = 0;
    std::string const text = place.node.IsScalar() ? place.node.Scalar() : "";
    bool const has_form = std::sscanf(text.c_str(), "%4d-%2u-%2u%n", &year, &month, &day, &length) == 3 &&
                          static_cast<std::size_t>(length) == text.size() && text.size() == 10;
    std::chrono::year_month_day const date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    if (!has_form || !date.ok()) place.refuse(fmt::format("'{}' is no day; write it as 2027-01-31", text));
    return date;
  }

  inline static std::set<std::string> const members{"id", "reason", "issue", "signature", "content", "expires"};

  std::filesystem::path path_;
  Corpus const& corpus_;
  Listed listed_;
};

}  // namespace

std::string failure_signature(VectorResult const& result) {
  std::vector<std::string> const signatures = signatures_of(result);
  return fmt::format("{}", fmt::join(signatures, "\n"));
}

std::string content_of(Vector const& vector) {
  return sha256(vector.source->dump(-1, ' ', false, Json::error_handler_t::replace)).substr(0, 23);
}

std::string known_failures_yaml(std::vector<KnownFailure> const& failures) {
  std::string text = "# Known failures; 'prompty-conformance update-known-failures' writes this list anew.\n";
  for (KnownFailure const& failure : failures) {
    text += fmt::format("- id: {}\n  reason: {}\n", quoted_yaml(failure.id), quoted_yaml(failure.reason));
    if (!failure.issue.empty()) text += fmt::format("  issue: {}\n", quoted_yaml(failure.issue));
    if (failure.expires) text += fmt::format("  expires: {}\n", date_text(*failure.expires));
    text +=
        fmt::format("  signature: {}\n  content: {}\n", quoted_yaml(failure.signature), quoted_yaml(failure.content));
  }
  return failures.empty() ? text + "[]\n" : text;
}

std::vector<KnownFailure> updated_known_failures(std::vector<KnownFailure> const& former,
                                                 std::vector<VectorResult> const& results, std::string const& reason) {
  std::map<std::string, KnownFailure> updated = by_id(former);
  for (VectorResult const& result : results) {
    std::string const& id = result.vector->id;
    if (result.attempts.empty()) continue;
    if (!shows_broken(result.status())) {
      updated.erase(id);
      continue;
    }
    KnownFailure& entry = updated.emplace(id, KnownFailure{.id = id, .reason = reason}).first->second;
    entry.signature = failure_signature(result);
    entry.content = content_of(*result.vector);
  }
  std::vector<KnownFailure> list;
  for (auto& [id, failure] : updated) list.push_back(std::move(failure));
  return list;
}

Baseline::Baseline(std::vector<KnownFailure> const& failures, std::vector<KnownFailure> const& flaky,
                   std::chrono::year_month_day today)
    : failures_(by_id(failures)), flaky_(by_id(flaky)), today_(today) {}

void Baseline::apply(VectorResult& result) const {
  Status const status = result.status();
  std::map<std::string, KnownFailure>::const_iterator const flaky = flaky_.find(result.vector->id);
  if (flaky != flaky_.end() && is_settled_failure(status)) return excuse(result, flaky->second, Listed::flaky, today_);
  std::map<std::string, KnownFailure>::const_iterator const found = failures_.find(result.vector->id);
  if (found == failures_.end()) return;
  if (status == Status::pass) return expect_failure(result, found->second);
  if (is_settled_failure(status)) excuse(result, found->second, Listed::failing, today_);
}

std::vector<KnownFailure> read_known_failures(std::filesystem::path const& path, Corpus const& corpus) {
  return ListReader(path, corpus, Listed::failing).read();
}

std::vector<KnownFailure> read_known_flaky(std::filesystem::path const& path, Corpus const& corpus) {
  return ListReader(path, corpus, Listed::flaky).read();
}

}  // namespace conformance
