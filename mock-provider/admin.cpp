#include "mock-provider/admin.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "mock-provider/base64.hpp"
#include "mock-provider/scenario_file.hpp"

namespace mock_provider::admin {
namespace {

constexpr std::string_view scenarios_prefix = "scenarios/";

Answer refusal(int status, std::string message) {
  ProviderError error;
  error.status = status;
  error.type = "invalid_request_error";
  error.code = "";
  error.message = std::move(message);
  return answer::of_error(error);
}

std::optional<std::string> query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    std::size_t const end = query.find('&');
    std::string_view const pair = query.substr(0, end);
    std::size_t const equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name)
      return percent_decoded(pair.substr(equals + 1));
    if (end == std::string_view::npos) break;
    query.remove_prefix(end + 1);
  }
  return std::nullopt;
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
                               "of v1, chat, embeddings, images, messages, models, responses.",
                               json_text::excerpt(name)));
  }
  std::string const* const type = header_named(request.headers, "content-type");
  bool const is_yaml = type != nullptr && type->find("yaml") != std::string::npos;
  try {
    Json const value =
        scenario_file::value_of(request.body, is_yaml ? scenario_file::Format::yaml : scenario_file::Format::json);
    scenarios.put(name, scenario::decode(value));
  } catch (ScenarioError const& error) {
    return refusal(400, fmt::format("The scenario cannot be used: {}.", error.what()));
  }
  journal.forget(name);
  return answer::of_json(200, shown_scenario(name, *scenarios.find(name)));
}

Answer one_scenario(std::string const& name, Request const& request, ScenarioTable& scenarios, Journal& journal) {
  if (request.method == "PUT") return put_scenario(name, request, scenarios, journal);
  std::shared_ptr<Player> const player = scenarios.find(name);
  if (player == nullptr) return refusal(404, fmt::format("There is no scenario {}.", json_text::excerpt(name)));
  if (request.method == "DELETE") scenarios.remove(name);
  return answer::of_json(200, shown_scenario(name, *player));
}

Answer list_requests(Route const& route, Journal const& journal) {
  std::optional<std::string> const name = query_value(route.query, "scenario");
  Journal::Entries const entries = name ? journal.of_scenario(*name) : journal.all();
  if (query_value(route.query, "format") == "jsonl") {
    Answer lines;
    lines.content_type = "application/jsonl";
    for (std::shared_ptr<JournalEntry const> const& entry : entries)
      lines.body += json_text::dump(shown(*entry)) + "\n";
    return lines;
  }
  Json list = Json::array();
  for (std::shared_ptr<JournalEntry const> const& entry : entries) list.push_back(shown(*entry));
  return answer::of_json(200, list);
}

Answer health(ScenarioTable const& scenarios, Journal const& journal) {
  return answer::of_json(200, {{"status", "ok"},
                               {"scenarios", scenarios.size()},
                               {"requests", journal.all().size()},
                               {"dropped", journal.dropped()}});
}

Answer reset(ScenarioTable const& scenarios, Journal& journal) {
  journal.clear();
  for (auto const& [name, player] : scenarios.all()) player->rewind();
  return health(scenarios, journal);
}

bool takes(std::string_view name, std::string_view method) {
  bool const reads = method == "GET" || method == "HEAD";
  if (name == "reset") return method == "POST";
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
              {"query", entry.query},
              {"headers", std::move(headers)},
              {"receivedAtUs", entry.received_at_us},
              {"status", entry.status},
              {"findings", std::move(findings)}};
  if (json_text::is_utf8(entry.body)) {
    result["body"] = entry.body;
  } else {
    result["bodyBase64"] = base64::encoded(entry.body);
  }
  std::variant<Json, json_text::Problem> parsed = json_text::parse(entry.body);
  if (Json* const value = std::get_if<Json>(&parsed)) result["json"] = std::move(*value);
  return result;
}

Answer respond(Request const& request, Route const& route, ScenarioTable& scenarios, Journal& journal) {
  std::string const& name = route.name;
  bool const is_one_scenario = name.starts_with(scenarios_prefix);
  if (!is_one_scenario && name != "health" && name != "scenarios" && name != "requests" && name != "reset") {
    return refusal(404,
                   "The mock has /_mock/health, /_mock/scenarios, /_mock/scenarios/NAME, /_mock/requests and "
                   "/_mock/reset.");
  }
  if (!takes(name, request.method))
    return refusal(405, fmt::format("{} does not take {}.", route.path, request.method));
  if (is_one_scenario) return one_scenario(name.substr(scenarios_prefix.size()), request, scenarios, journal);
  if (name == "health") return health(scenarios, journal);
  if (name == "scenarios") return list_scenarios(scenarios);
  if (name == "requests") return list_requests(route, journal);
  return reset(scenarios, journal);
}

}  // namespace mock_provider::admin
