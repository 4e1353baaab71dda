#include "mock-provider/admin.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>

#include "mock-provider/journal/journal_json.hpp"
#include "mock-provider/journal/journal_page.hpp"
#include "mock-provider/journal/plain_request.hpp"
#include "mock-provider/scenario/scenario_file.hpp"

namespace mock_provider::admin {
namespace {

constexpr std::string_view scenarios_prefix = "scenarios/";
constexpr std::string_view frames_suffix = "/frames";
constexpr std::string_view items_suffix = "/items";

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
    if (!step.sequence.empty()) unplayed.back()["sequence"] = step.sequence;
  }
  Json shown = {{"name", name},
                {"steps", player.scenario().steps.size()},
                {"answered", player.turns()},
                {"unplayed", std::move(unplayed)}};
  if (std::string const late = player.gate()->late(); !late.empty()) shown["late"] = late;
  return shown;
}

Answer list_scenarios(ScenarioTable const& scenarios) {
  Json list = Json::array();
  for (auto const& [name, player] : scenarios.all()) list.push_back(shown_scenario(name, *player));
  return answer::of_json(200, list);
}

Answer put_scenario(std::string const& name, Request const& request, ScenarioTable& scenarios, Journal const& journal) {
  if (!scenario::is_name(name)) {
    return refusal(
        400, fmt::format("{} is no name for a scenario: use 1 to 128 letters, digits, \".\", \"_\" and \"-\", and "
                         "none of {}.",
                         json_text::excerpt(name), scenario::taken_names));
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
  Json shown = shown_scenario(name, *player);
  shown["after"] = journal.last_sequence();
  return answer::of_json(200, shown);
}

/// Lets out the first frames of a scenario's held streams, as many as the query says, or notes that the client has made
/// so many items of them.
Answer tell_gate(std::string_view suffix, Route const& route, ScenarioTable const& scenarios) {
  std::string const name =
      route.name.substr(scenarios_prefix.size(), route.name.size() - scenarios_prefix.size() - suffix.size());
  std::shared_ptr<Player> const player = scenarios.find(name);
  if (player == nullptr) return refusal(404, fmt::format("There is no scenario {}.", json_text::excerpt(name)));
  std::optional<std::size_t> const count = whole_number(query_value(route.query, "count").value_or(""));
  bool const is_about_items = suffix == items_suffix;
  if (!count)
    return refusal(400, is_about_items ? "The query must say how many items the client has made: ?count=N."
                                       : "The query must say how many frames are let out: ?count=N.");
  if (is_about_items) {
    player->gate()->note_items(*count);
    return answer::of_json(200, {{"name", name}, {"items", *count}});
  }
  player->gate()->let_out(*count);
  return answer::of_json(200, {{"name", name}, {"letOut", *count}});
}

Answer one_scenario(std::string const& name, Request const& request, ScenarioTable& scenarios, Journal const& journal) {
  if (request.method == "PUT") return put_scenario(name, request, scenarios, journal);
  std::shared_ptr<Player> const player = scenarios.find(name);
  if (player == nullptr) return refusal(404, fmt::format("There is no scenario {}.", json_text::excerpt(name)));
  if (request.method == "DELETE") scenarios.remove(name);
  return answer::of_json(200, shown_scenario(name, *player));
}

/// The entries as text, one after the other.
std::string listed(Journal::Page const& page, JournalQuery::Form form, Secrets secrets) {
  bool const is_array = form == JournalQuery::Form::array;
  // Bodies stand there twice, as text and as JSON. Growing step by step takes as long as all the writing, and what is
  // far too large comes from the system anew for each list.
  std::size_t bytes = page.bytes;
  for (std::shared_ptr<JournalEntry const> const& entry : page.entries) bytes += entry->body.size();
  std::string text;
  text.reserve(bytes);
  if (is_array) text += '[';
  for (std::size_t index = 0; index < page.entries.size(); ++index) {
    if (is_array && index > 0) text += ',';
    journal_json::append(text, *page.entries[index], secrets);
    if (!is_array) text += '\n';
  }
  if (is_array) text += ']';
  return text;
}

/// Only what was asked, in the form in which it is compared, and what is wrong with it.
std::string plainly_listed(Journal::Page const& page, Secrets secrets) {
  Json list = Json::array();
  for (std::shared_ptr<JournalEntry const> const& entry : page.entries) {
    Json request = plain_request(*entry, secrets);
    request["findings"] = Json::array();
    for (auto const& [rule, pointer, message] : entry->findings)
      request["findings"].push_back({{"rule", rule}, {"pointer", pointer}, {"message", message}});
    list.push_back(std::move(request));
  }
  // A body need not be text.
  return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Answer list_requests(Route const& route, Journal const& journal) {
  std::variant<JournalQuery, std::string> const read = journal_query::read(route.query);
  if (std::string const* const problem = std::get_if<std::string>(&read)) return refusal(400, *problem);
  JournalQuery const& query = std::get<JournalQuery>(read);
  Journal::Page const page = journal.page(query.filter, query.bounds);
  Answer answer;
  if (query.form == JournalQuery::Form::lines) answer.content_type = "application/jsonl";
  Secrets const secrets = journal.bounds().secrets;
  answer.body =
      query.form == JournalQuery::Form::plain ? plainly_listed(page, secrets) : listed(page, query.form, secrets);
  if (page.has_more) {
    std::string const next = journal_query::next_page(route.query, query, page.entries.back()->sequence);
    answer.headers.emplace_back("link", fmt::format("</_mock/{}>; rel=\"next\"", next));
  }
  return answer;
}

/// Empties the journal, or what it has of one scenario.
Answer forget_requests(Route const& route, Journal& journal) {
  std::variant<JournalQuery, std::string> const read = journal_query::read(route.query, JournalQuery::Use::removal);
  if (std::string const* const problem = std::get_if<std::string>(&read)) {
    return refusal(400, *problem + " Requests are forgotten of one scenario (?scenario=NAME) or of all.");
  }
  JournalFilter const& filter = std::get<JournalQuery>(read).filter;
  if (filter.scenario) {
    journal.forget(*filter.scenario);
  } else {
    journal.clear();
  }
  return answer::of_json(200, {{"requests", journal.size()}});
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
  std::variant<JournalQuery, std::string> const read = journal_query::read(route.query, JournalQuery::Use::page);
  JournalQuery const* const query = std::get_if<JournalQuery>(&read);
  JournalQuery const shown = query == nullptr ? JournalQuery{.bounds = {.entries = most_on_page}} : *query;
  Answer answer;
  answer.status = query == nullptr ? 400 : 200;
  answer.content_type = "text/html; charset=utf-8";
  answer.headers.emplace_back("content-security-policy",
                              "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'");
  answer.headers.emplace_back("cache-control", "no-store");
  answer.body = journal_page::html({.requests = journal.newest(shown.filter, shown.before, shown.bounds.entries),
                                    .query = shown,
                                    .since = query_value(route.query, "since").value_or(""),
                                    .status = query_value(route.query, "status").value_or(""),
                                    .problem = query == nullptr ? std::get<std::string>(read) : "",
                                    .scenario_names = journal.scenario_names(),
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
  if (name == "reset" || name.ends_with(frames_suffix) || name.ends_with(items_suffix)) return method == "POST";
  if (name == "requests") return reads || method == "DELETE";
  if (name.starts_with(scenarios_prefix)) return reads || method == "PUT" || method == "DELETE";
  return reads;
}

}  // namespace

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
  for (std::string_view const suffix : {frames_suffix, items_suffix}) {
    if (is_one_scenario && name.ends_with(suffix)) return tell_gate(suffix, route, scenarios);
  }
  if (is_one_scenario) return one_scenario(name.substr(scenarios_prefix.size()), request, scenarios, journal);
  if (name.empty()) return page(route, scenarios, journal);
  if (name == "metrics") return counted(scenarios, journal, metrics);
  if (name == "health") return health(scenarios, journal);
  if (name == "scenarios") return list_scenarios(scenarios);
  if (name == "requests") {
    return request.method == "DELETE" ? forget_requests(route, journal) : list_requests(route, journal);
  }
  return reset(scenarios, journal);
}

}  // namespace mock_provider::admin
