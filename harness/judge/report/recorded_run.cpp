#include "harness/judge/report/recorded_run.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/files/text_file.hpp"
#include "harness/judge/report/json_lines.hpp"
#include "harness/judge/report/report_check.hpp"
#include "harness/judge/subject/readable_text.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

/// An answer may be as deep as an adapter's may, and stands inside of the line; clauses and vectors are many.
constexpr JsonBounds bounds_of_a_line{.levels = deepest_counted, .values = 10'000'000};

void demand_report(Json const& line, std::filesystem::path const& path) {
  if (line.is_object() && line.value("type", "") == "run") {
    if (line.value("reportVersion", Json()) == report_version) return;
    throw InputError(
        fmt::format("{} is a report of another version; this program reads version {}", path.string(), report_version));
  }
  throw InputError(
      fmt::format("{} is no report: its first line must be what 'run --jsonl' writes first", path.string()));
}

/// What a name of the report stands for. Throws InputError when it stands for nothing.
template <class Value>
Value demand(std::optional<Value> const& value, std::filesystem::path const& path, std::string const& name) {
  if (value) return *value;
  throw InputError(fmt::format("{}: '{}' means nothing to this program", path.string(), name));
}

/// Text of whoever wrote the file, on one line that steers no terminal.
std::string one_line_text(Json const& value) {
  std::string const text = value.get<std::string>();
  return one_line_excerpt(text, text.size());
}

Deciding read_deciding(Json const& line, std::filesystem::path const& path) {
  std::string const level = line.at("level").get<std::string>();
  Deciding deciding{.level = demand(gating_level_named(level), path, level), .groups = {}};
  for (Json const& entry : line.at("groups")) {
    std::string const group = entry.get<std::string>();
    deciding.groups.insert(demand(group_named(group), path, group));
  }
  for (Json const& name : line.at("requiredClasses")) deciding.required_classes.insert(one_line_text(name));
  deciding.clean_exit = line.value("cleanExit", false);
  return deciding;
}

/// What the subject said of itself; anybody may have written the file.
std::string named_at(Json const& run_line, char const* member) {
  return shown_name(run_line.at("subject").at(member).get<std::string>());
}

/// A report of the time before there were editions is about the first one.
std::string edition_at(Json const& run_line) {
  return one_line_text(run_line.value("edition", Json(first_edition)));
}

RunInfo read_info(Json const& line, std::filesystem::path const& path) {
  std::string const profile = line.at("profile").get<std::string>();
  RunInfo info{.corpus_digest = line.at("corpusDigest").get<std::string>(),
               .edition = edition_at(line),
               .profile = demand(profile_named(profile), path, profile),
               .subject = {},
               .subject_option = line.at("subjectOption").get<std::string>(),
               .command_line = line.at("commandLine").get<std::string>(),
               .more_options = line.at("moreOptions").get<std::string>(),
               .deciding = read_deciding(line.at("deciding"), path),
               .selected_vectors = line.contains("selected") ? whole_number_at<std::size_t>(line, "selected") : 0,
               .network = one_line_text(line.value("network", Json(""))),
               .rerun = one_line_text(line.value("rerun", Json("")))};
  info.subject.name = named_at(line, "name");
  info.subject.version = named_at(line, "version");
  info.subject.language = named_at(line, "language");
  if (line.at("subject").contains("protocolVersion"))
    info.subject.protocol = whole_number_at<int>(line.at("subject"), "protocolVersion");
  return info;
}

HttpExchange read_exchange(Json const& line) {
  HttpExchange exchange{.method = line.at("method").get<std::string>(),
                        .path = line.at("path").get<std::string>(),
                        .headers = line.at("headers"),
                        .body = line.at("body").get<std::string>(),
                        .status = whole_number_at<int>(line, "status"),
                        .findings = {}};
  for (Json const& finding : line.at("findings")) {
    exchange.findings.push_back({.rule = one_line_text(finding.at("rule")),
                                 .pointer = finding.at("pointer").get<std::string>(),
                                 .message = finding.at("message").get<std::string>()});
  }
  return exchange;
}

Difference read_difference(Json const& entry, std::filesystem::path const& path) {
  std::string const kind = entry.at("kind").get<std::string>();
  return {.pointer = entry.at("pointer").get<std::string>(),
          .message = entry.at("message").get<std::string>(),
          .expected = entry.at("expected"),
          .got = entry.at("got"),
          .kind = demand(difference_kind_named(kind), path, kind),
          .inside = entry.value("inside", "")};
}

Attempt read_attempt(Json const& line, Vector const& vector, std::filesystem::path const& path) {
  std::string const way = line.at("way").get<std::string>();
  std::string const status = line.at("status").get<std::string>();
  Attempt attempt{.vector = &vector, .way = demand(way_named(way), path, way)};
  if (line.contains("transform")) {
    std::string const variation = line.at("transform").get<std::string>();
    std::string const of = line.at("of").get<std::string>();
    attempt.variation = demand(variation_named(one_line_text(variation)), path, variation);
    attempt.variation->of = demand(way_named(of), path, of);
  }
  attempt.trace = line.value("trace", "");
  attempt.judgement.status = demand(status_named(status), path, status);
  attempt.judgement.detail = line.value("detail", "");
  attempt.judgement.reading = line.value("reading", "");
  for (Json const& difference : line.value("differences", Json::array()))
    attempt.judgement.differences.push_back(read_difference(difference, path));
  attempt.operation = line.value("operation", "");
  attempt.sent = line.value("sent", Json());
  attempt.answered = line.value("answered", Json());
  attempt.stderr_excerpt = line.value("stderr", "");
  for (Json const& exchange : line.value("http", Json::array())) attempt.exchanges.push_back(read_exchange(exchange));
  return attempt;
}

class RunReader {
 public:
  RunReader(std::filesystem::path const& path, Corpus const& corpus, ClauseRegistry const& registry)
      : corpus_(corpus), registry_(registry), run_{.path = path, .info = {}, .results = {}} {
    for (Vector const& vector : corpus.vectors) vectors_.emplace(vector.id, &vector);
  }

  void take(Json const& line) {
    std::string const type = line.at("type").get<std::string>();
    if (type == "run") begin(line);
    if (type == "attempt") add_attempt(line);
    if (type == "unsupported")
      result_of(line.at("id").get<std::string>()).unsupported_reason = line.at("detail").get<std::string>();
    if (type == "fault") add_fault(line);
    if (type == "summary") {
      set_standing(line, "notTestable", Standing::not_testable);
      set_standing(line, "heldButForFaults", Standing::held);
      set_standing(line, "openBesideFaults", Standing::beside);
      for (Json const& note : line.value("notes", Json::array())) run_.notes.push_back(one_line_text(note));
      for (Json const& id : line.value("passAfresh", Json::array())) pass_afresh_.insert(id.get<std::string>());
      fail_after_ = line.value("failAfter", fail_after_);
    }
  }

  RecordedRun run() {
    for (VectorResult& result : run_.results) {
      auto const found = blames_.find(result.vector->id);
      if (found != blames_.end()) result.blame = std::move(found->second);
      result.passes_afresh = pass_afresh_.contains(result.vector->id);
      if (auto const earlier = fail_after_.find(result.vector->id); earlier != fail_after_.end())
        result.fails_after = earlier->second;
    }
    run_.played = run_.results.size();
    return std::move(run_);
  }

 private:
  void begin(Json const& line) {
    run_.info = read_info(line, run_.path);
    if (run_.info.corpus_digest == corpus_.digest) return;
    throw InputError(fmt::format("{} is about other vectors ({}, these are {}): name those with --vectors",
                                 run_.path.string(), short_digest(run_.info.corpus_digest),
                                 short_digest(corpus_.digest)));
  }

  /// The result of a vector, which all of its attempts, one after the other, go into.
  VectorResult& result_of(std::string const& id) {
    if (!run_.results.empty() && run_.results.back().vector->id == id) return run_.results.back();
    std::map<std::string, Vector const*>::const_iterator const found = vectors_.find(id);
    if (found == vectors_.end())
      throw InputError(fmt::format("{}: there is no vector {}, or it is there twice", run_.path.string(), id));
    Vector const& vector = *found->second;
    vectors_.erase(found);
    return run_.results.emplace_back(unplayed_result(vector, registry_));
  }

  void add_attempt(Json const& line) {
    VectorResult& result = result_of(line.at("id").get<std::string>());
    result.attempts.push_back(read_attempt(line, *result.vector, run_.path));
  }

  void add_fault(Json const& line) {
    for (char const* const shown_by : {"own", "other"}) {
      for (Json const& id : line.at(shown_by)) {
        Blame& blame = blames_[id.get<std::string>()];
        blame.faults.push_back(whole_number_at<std::size_t>(line, "number"));
        blame.decides = blame.decides || line.at("decides").get<bool>();
      }
    }
  }

  void set_standing(Json const& line, char const* member, Standing standing) {
    for (Json const& id : line.value(member, Json::array())) blames_[id.get<std::string>()].standing = standing;
  }

  Corpus const& corpus_;
  ClauseRegistry const& registry_;
  std::map<std::string, Vector const*> vectors_;
  std::map<std::string, Blame> blames_;            ///< by vector id
  std::set<std::string> pass_afresh_;              ///< ids of vectors
  std::map<std::string, std::string> fail_after_;  ///< ids of earlier vectors by that of a vector
  RecordedRun run_;
};

void add_vector(RecordedVerdicts& verdicts, std::string const& id, Status status) {
  auto const [entry, is_new] = verdicts.vectors.emplace(id, status);
  if (!is_new) entry->second = worse(entry->second, status);
}

}  // namespace

void read_report_lines_with(std::filesystem::path const& path, std::string_view wanted,
                            std::function<void(Json const& line)> const& take) {
  std::string const text = read_file(path);
  std::optional<ReportCheck> check;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    ++number;
    std::size_t const end = text.find('\n', begin);
    bool const cut_short = end == std::string::npos;
    std::string_view const bytes = std::string_view(text).substr(begin, cut_short ? end : end - begin);
    begin = cut_short ? text.size() : end + 1;
    if (number > 1 && bytes.find(wanted) == std::string_view::npos) continue;
    Json const line = bounded_json(bytes, bounds_of_a_line);
    try {
      if (number == 1) demand_report(line, path);
      if (line.is_discarded() && cut_short) return;
      if (!line.is_object())
        throw InputError(fmt::format("{}:{}: a line of a report is a JSON object", path.string(), number));
      if (check) check->take(line);
      take(line);
      // Of some lines alone nobody can tell.
      if (number == 1 && wanted.empty()) check.emplace(line, read_deciding(line.at("deciding"), path));
    } catch (Contradiction const& error) {
      throw InputError(fmt::format("{}:{}: {}: a report is read only as the run wrote it, so judge again",
                                   path.string(), number, error.what()));
    } catch (Json::exception const& error) {
      throw InputError(fmt::format("{}:{}: not what a report says here: {}", path.string(), number, error.what()));
    }
  }
  if (number == 0) demand_report(Json(), path);
}

RecordedScope recorded_scope(std::filesystem::path const& path) {
  RecordedScope scope;
  read_report_lines_with(path, "\"type\":\"run\"", [&](Json const& line) {
    if (scope.edition.empty())
      scope = {.edition = edition_at(line), .groups = read_deciding(line.at("deciding"), path).groups};
  });
  return scope;
}

RecordedRun read_recorded_run(std::filesystem::path const& path, Corpus const& corpus, ClauseRegistry const& registry) {
  RunReader reader(path, corpus, registry);
  read_report_lines_with(path, "", [&](Json const& line) { reader.take(line); });
  return reader.run();
}

RecordedVerdicts read_recorded_verdicts(std::filesystem::path const& path) {
  RecordedVerdicts verdicts{.path = path};
  bool whole = false;
  read_report_lines_with(path, "", [&](Json const& line) {
    std::string const type = line.at("type").get<std::string>();
    if (type == "run") {
      verdicts.subject = fmt::format("{} {}", named_at(line, "name"), named_at(line, "version"));
      verdicts.corpus_digest = one_line_text(line.at("corpusDigest"));
      verdicts.profile = one_line_text(line.at("profile"));
      verdicts.edition = edition_at(line);
    } else if (type == "attempt") {
      std::string const status = line.at("status").get<std::string>();
      add_vector(verdicts, one_line_text(line.at("id")), demand(status_named(status), path, status));
    } else if (type == "unsupported") {
      add_vector(verdicts, one_line_text(line.at("id")), Status::unsupported);
    } else if (type == "summary") {
      whole = true;
      verdicts.verdict = one_line_text(line.at("verdict"));
      verdicts.exit_code = whole_number_at<int>(line, "exitCode");
      for (char const* const elsewhere : {"heldButForFaults", "openBesideFaults"}) {
        for (Json const& id : line.value(elsewhere, Json::array()))
          verdicts.held_but_for_faults.insert(one_line_text(id));
      }
      for (Json const& clause : line.at("clauses")) {
        std::string const state = clause.at("state").get<std::string>();
        verdicts.clauses.emplace(one_line_text(clause.at("id")), demand(clause_state_named(state), path, state));
      }
    }
  });
  if (!whole)
    throw InputError(
        fmt::format("{} was cut short: 'prompty-conformance merge' makes a whole report of it", path.string()));
  return verdicts;
}

}  // namespace conformance
