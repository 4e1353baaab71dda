#include "mock-provider/announcer.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "mock-provider/scenario/scenario.hpp"

namespace mock_provider {

std::string counted_steps(std::size_t steps) {
  return fmt::format("{} step{}", steps, steps == 1 ? "" : "s");
}

Announcer::Announcer(std::ostream& out, Form form) : out_(out), form_(form) {}

void Announcer::listening(std::string const& base_url, std::vector<std::string> const& scenarios) {
  Json urls = Json::object();
  for (std::string const& name : scenarios) {
    urls[name] = name == scenario::default_name ? base_url : fmt::format("{}/{}", base_url, name);
  }
  say(fmt::format("listening on {}", base_url),
      {{"event", "listening"}, {"url", base_url}, {"journal", base_url + "/_mock/"}, {"scenarios", std::move(urls)}});
}

void Announcer::reloaded(Reload const& reload) {
  say(fmt::format("reloaded {}: scenario \"{}\", {}", reload.file, reload.name, counted_steps(reload.steps)),
      {{"event", "reloaded"}, {"file", reload.file}, {"scenario", reload.name}, {"steps", reload.steps}});
}

void Announcer::recorded(RecordingCounts const& counts, std::string const& file) {
  std::string const left_out =
      counts.left_out == 0 ? "" : fmt::format("; {} more had no room or could not be written", counts.left_out);
  say(fmt::format("recorded {} into {}{}", counted_steps(counts.recorded), file, left_out),
      {{"event", "recorded"}, {"file", file}, {"steps", counts.recorded}, {"leftOut", counts.left_out}});
}

void Announcer::unplayed(std::vector<UnplayedStep> const& steps) {
  for (UnplayedStep const& step : steps) {
    Json json = {{"event", "unplayed"},
                 {"scenario", step.scenario},
                 {"step", step.step},
                 {"played", step.played},
                 {"repeat", step.plays ? Json(*step.plays) : Json("always")}};
    if (!step.sequence.empty()) json["sequence"] = step.sequence;
    say((step.played == 0 ? "never played: " : "not played out: ") + describe(step), json);
  }
}

void Announcer::say(std::string const& text, Json const& json) {
  out_ << (form_ == Form::json ? json_text::dump(json) : text) << std::endl;
}

}  // namespace mock_provider
