#include "mock-provider/admin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "mock-provider/base64.hpp"
#include "mock-provider/journal_page.hpp"
#include "mock-provider/scenario_file.hpp"

namespace mock_provider::admin {
namespace {

constexpr std::string_view scenarios_prefix = "scenarios/";
constexpr std::string_view frames_suffix = "/frames";

Answer refusal(int status, std::string message) {
  ProviderError error;
  error.status = status;
  error.type = "invalid_request_error";
  error.code = "";
  error.message = std::move(message);
  return answer::of_error(error);
}

std::optional<std::size_t> whole_number(std::string const& text) {
  std::size_t number = 0;
  std::from_chars_result const parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  bool const is_number = parsed.ec == std::errc() && parsed.ptr == text.data() + text.size();
  return is_number ? std::optional<std::size_t>(number) : std::nullopt;
}

Json shown_scenario(std::string const& name, Player const& player) {
  Json unplayed = Json::array();
  for (UnplayedStep const& step : player.unplayed()) {
    unplayed.push_back(
        {{"step", step.step}, {"played", step.played}, {"repeat", step.plays ? Json(*step.plays) : Json("always")}});
  }
  return {{"name", name},
          {"steps", player.scenario().steps.size()},
          {"answered", player.turns()},
          {"unplayed", std::move(unplayed)}};
}

Answer list_scenarios(ScenarioTable const& scenarios) {
  Json list = Json::array();
  for (auto const& [name, player] : scenarios.all()) list.push_back(shown_scenario(name, *player));
  return answer::of_json(200, list);
}

Answer put_scenario(std::string const& name, Request const& request, ScenarioTable& scenarios, Journal& journal) {
  if (!scenario::is_name(name)) {
    return refusal(400,
                   fmt::format("{} is no name for a scenario: use letters, digits, \".\", \"_\" and \"-\", and none "
                               "of v1, chat, embeddings, images, messages, models, openai, responses.",
                               json_text::excerpt(name)));
  }
  std::string const* const type = header_named(request.headers, "content-type");
  bool const is_yaml = type != nullptr && type->find("yaml") != std::string::npos;
  std::shared_ptr<Player> player;
  try {
    Json const value =
        scenario_file::value_of(request.body, is_yaml ? scenario_file::Format::yaml : scenario_file::Format::json);
    player = scenarios.put(name, scenario::decode(value));
  } catch (ScenarioError const& error) {
    return refusal(400, fmt::format("The scenario cannot be used: {}.", error.what()));
  }
  journal.forget(name);
  return answer::of_json(200, shown_scenario(name, *player));
}

/// Lets out the first frames of a scenario's held streams, as many as the query says.
Answer let_out_frames(std::string const& name, Route const& route, ScenarioTable const& scenarios) {
  std::shared_ptr<Player> const player = scenarios.find(name);
  if (player == nullptr) return refusal(404, fmt::format("There is no scenario {}.", json_text::excerpt(name)));
  std::optional<std::size_t> const frames = whole_number(query_value(route.query, "count").value_or(""));
  if (!frames) return refusal(400, "The query must say how many frames are let out: ?count=N.");
  player->gate()->let_out(*frames);
  return answer::of_json(200, {{"name", name}, {"letOut", *frames}});
}

Answer one_scenario(std::string const& name, Request const& request, ScenarioTable& scenarios, Journal& journal) {
  if (request.method == "PUT") return put_scenario(name, request, scenarios, journal);
  std::shared_ptr<Player> const player = scenarios.find(name);
  if (player == nullptr) return refusal(404, fmt::format("There is no scenario {}.", json_text::excerpt(name)));
  if (request.method == "DELETE") scenarios.remove(name);
  return answer::of_json(200, shown_scenario(name, *player));
}

enum class ListForm : std::uint8_t { array, lines };

/// The entries as text, each made and written before the next, so that only one of them is there as JSON at a time.
std::string listed(Journal::Entries const& entries, ListForm form) {
  std::string text = form == ListForm::array ? "[" : "";
  for (std::size_t index = 0; index < entries.size(); ++index) {
    if (form == ListForm::array && index > 0) text += ',';
    text += json_text::dump(shown(*entries[index]));
    if (form == ListForm::lines) text += '\n';
  }
  if (form == ListForm::array) text += ']';
  return text;
}

/// Where the entries after a page are to be had.
std::string next_page(Route const& route, ListForm form, Journal::PageBounds const& bounds, std::uint64_t last) {
  std::string address = fmt::format("/_mock/requests?after={}&limit={}", last, bounds.entries);
  // Nothing in the name has to be escaped: a scenario whose name is none would have no entries.
  if (std::optional<std::string> const name = query_value(route.query, "scenario")) address += "&scenario=" + *name;
  return form == ListForm::lines ? address + "&format=jsonl" : address;
}

/// The number that a parameter says; nothing when it is none.
std::optional<std::size_t> number_in(Route const& route, std::string_view name, std::size_t otherwise) {
  std::optional<std::string> const value = query_value(route.query, name);
  return value ? whole_number(*value) : otherwise;
}

Answer list_requests(Route const& route, Journal const& journal) {
  Journal::PageBounds bounds;
  std::optional<std::size_t> const limit = number_in(route, "limit", bounds.entries);
  std::optional<std::size_t> const after = number_in(route, "after", 0);
  if (!limit || *limit == 0 || *limit > bounds.entries) {
    return refusal(400, fmt::format("\"limit\" must be a whole number from 1 to {}.", bounds.entries));
  }
  if (!after) return refusal(400, "\"after\" must be the sequence of an entry.");
  bounds.entries = *limit;
  bounds.after = *after;
  Journal::Page const page = journal.page(query_value(route.query, "scenario"), bounds);
  ListForm const form = query_value(route.query, "format") == "jsonl" ? ListForm::lines : ListForm::array;
  Answer answer;
  if (form == ListForm::lines) answer.content_type = "application/jsonl";
  answer.body = listed(page.entries, form);
  if (page.has_more) {
    std::string const next = next_page(route, form, bounds, page.entries.back()->sequence);
    answer.headers.emplace_back("link", fmt::format("<{}>; rel=\"next\"", next));
  }
  return answer;
}

Answer health(ScenarioTable const& scenarios, Journal const& journal) {
  return answer::of_json(200, {{"status", "ok"},
                               {"scenarios", scenarios.size()},
                               {"requests", journal.size()},
                               {"dropped", journal.dropped()}});
}

Answer reset(ScenarioTable const& scenarios, Journal& journal) {
  journal.clear();
  for (auto const& [name, player] : scenarios.all()) player->rewind();
  return health(scenarios, journal);
}

Answer page(Route const& route, ScenarioTable const& scenarios, Journal const& journal) {
  std::string const name = query_value(route.query, "scenario").value_or("");
  Answer answer;
  answer.content_type = "text/html; charset=utf-8";
  answer.headers.emplace_back("content-security-policy",
                              "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'");
  answer.headers.emplace_back("cache-control", "no-store");
  answer.body = journal_page::html({.entries = name.empty() ? journal.all() : journal.of_scenario(name),
                                    .scenario = name,
                                    .only_findings = query_value(route.query, "findings") == "only",
                                    .scenarios = scenarios.all(),
                                    .dropped = journal.dropped()});
  return answer;
}

Answer counted(ScenarioTable const& scenarios, Journal const& journal, Metrics const& metrics) {
  std::size_t unplayed = 0;
  for (auto const& [name, player] : scenarios.all()) unplayed += player->unplayed().size();
  Answer answer;
  answer.content_type = "text/plain; version=0.0.4; charset=utf-8";
  answer.body =
      metrics.text() + fmt::format(
                           "# HELP mock_journal_entries Requests that the journal has.\n"
                           "# TYPE mock_journal_entries gauge\n"
                           "mock_journal_entries {}\n"
                           "# HELP mock_journal_dropped_total Requests that the journal had no room for any more.\n"
                           "# TYPE mock_journal_dropped_total counter\n"
                           "mock_journal_dropped_total {}\n"
                           "# HELP mock_scenarios Scenarios that are played.\n"
                           "# TYPE mock_scenarios gauge\n"
                           "mock_scenarios {}\n"
                           "# HELP mock_unplayed_steps Steps that were not played out yet.\n"
                           "# TYPE mock_unplayed_steps gauge\n"
                           "mock_unplayed_steps {}\n",
                           journal.size(), journal.dropped(), scenarios.size(), unplayed);
  return answer;
}

bool takes(std::string_view name, std::string_view method) {
  bool const reads = method == "GET" || method == "HEAD";
  if (name == "reset" || name.ends_with(frames_suffix)) return method == "POST";
  if (name.starts_with(scenarios_prefix)) return reads || method == "PUT" || method == "DELETE";
  return reads;
}

}  // namespace

Json shown(JournalEntry const& entry) {
  Json headers = Json::array();
  for (auto const& [name, value] : entry.headers) headers.push_back({name, shown_header(name, value)});
  Json findings = Json::array();
  for (Finding const& finding : entry.findings) {
    findings.push_back({{"rule", finding.rule}, {"pointer", finding.pointer}, {"message", finding.message}});
  }
  Json result{{"sequence", entry.sequence},
              {"scenario", entry.scenario},
              {"method", entry.method},
              {"path", entry.path},
              {"query", shown_query(entry.query)},
              {"headers", std::move(headers)},
              {"receivedAtUs", entry.received_at_us},
              {"status", entry.status},
              {"findings", std::move(findings)}};
  if (entry.aborted_after_bytes) result["abortedAfterBytes"] = *entry.aborted_after_bytes;
  if (json_text::is_utf8(entry.body)) {
    result["body"] = entry.body;
  } else {
    result["bodyBase64"] = base64::encoded(entry.body);
  }
  std::variant<Json, json_text::Problem> parsed = json_text::parse(entry.body);
  if (Json* const value = std::get_if<Json>(&parsed)) result["json"] = std::move(*value);
  return result;
}

Answer closed() {
  return refusal(404, "This mock serves a program that keeps /_mock/ to itself.");
}

Answer respond(Request const& request, Route const& route, ScenarioTable& scenarios, Journal& journal,
               Metrics const& metrics) {
  constexpr std::array<std::string_view, 6> names{"", "health", "scenarios", "requests", "metrics", "reset"};
  std::string const& name = route.name;
  bool const is_one_scenario = name.starts_with(scenarios_prefix);
  if (!is_one_scenario && std::find(names.begin(), names.end(), name) == names.end()) {
    return refusal(404,
                   "The mock has a page for people at /_mock/, and /_mock/health, /_mock/scenarios, "
                   "/_mock/scenarios/NAME, /_mock/requests, /_mock/metrics and /_mock/reset.");
  }
  if (!takes(name, request.method))
    return refusal(405, fmt::format("{} does not take {}.", route.path, request.method));
  if (is_one_scenario && name.ends_with(frames_suffix)) {
    std::string const scenario =
        name.substr(scenarios_prefix.size(), name.size() - scenarios_prefix.size() - frames_suffix.size());
    return let_out_frames(scenario, route, scenarios);
  }
  if (is_one_scenario) return one_scenario(name.substr(scenarios_prefix.size()), request, scenarios, journal);
  if (name.empty()) return page(route, scenarios, journal);
  if (name == "metrics") return counted(scenarios, journal, metrics);
  if (name == "health") return health(scenarios, journal);
  if (name == "scenarios") return list_scenarios(scenarios);
  if (name == "requests") return list_requests(route, journal);
  return reset(scenarios, journal);
}

}  // namespace mock_provider::admin
