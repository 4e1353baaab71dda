#include "mock-provider/scenario_watch.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace mock_provider {

ScenarioWatch::ScenarioWatch(std::vector<std::string> const& files) {
  for (std::string const& path : files) {
    // Before it is read: what changes meanwhile is then seen as a change.
    std::optional<Stamp> const stamp = stamp_of(path);
    scenario_file::Loaded scenario = scenario_file::load(path);
    require_free(scenario.name, path);
    files_.push_back({.path = path, .scenario = std::move(scenario), .read = stamp, .at_last = stamp});
  }
}

void ScenarioWatch::put_all(Server& server) const {
  for (File const& file : files_) server.put_scenario(file.scenario.name, file.scenario.value);
}

std::vector<std::string> ScenarioWatch::names() const {
  std::vector<std::string> names;
  for (File const& file : files_) names.push_back(file.scenario.name);
  return names;
}

std::vector<Reload> ScenarioWatch::reload_changed(Server& server) {
  std::vector<Reload> reloads;
  for (File& file : files_) {
    std::optional<Stamp> const stamp = stamp_of(file.path);
    bool const is_left_alone = stamp == std::exchange(file.at_last, stamp);
    if (stamp == file.read || !is_left_alone) continue;
    file.read = stamp;
    if (std::optional<Reload> came = reload(file, server)) reloads.push_back(std::move(*came));
  }
  return reloads;
}

std::optional<ScenarioWatch::Stamp> ScenarioWatch::stamp_of(std::string const& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return std::nullopt;
  // A pipe can be read only once, and reading waits for a writer.
  if (!S_ISREG(found.st_mode)) return Stamp{};
  return Stamp{.inode = found.st_ino,
               .bytes = found.st_size,
               .changed_s = found.st_mtim.tv_sec,
               .changed_ns = found.st_mtim.tv_nsec};
}

void ScenarioWatch::require_free(std::string const& name, std::string const& path) const {
  for (File const& other : files_) {
    if (other.scenario.name != name) continue;
    throw std::runtime_error(fmt::format("{}: at /name: {} has the scenario \"{}\" already: give this one another name",
                                         path, other.path, name));
  }
}

std::optional<Reload> ScenarioWatch::reload(File& file, Server& server) const {
  try {
    scenario_file::Loaded scenario = scenario_file::load(file.path);
    if (scenario.value == file.scenario.value) return std::nullopt;
    if (scenario.name != file.scenario.name) require_free(scenario.name, file.path);
    server.put_scenario(scenario.name, scenario.value);
    if (scenario.name != file.scenario.name) server.remove_scenario(file.scenario.name);
    file.scenario = std::move(scenario);
    return Reload{.file = file.path, .name = file.scenario.name, .steps = file.scenario.steps, .problem = ""};
  } catch (std::exception const& error) {
    return Reload{.file = file.path, .name = file.scenario.name, .steps = file.scenario.steps, .problem = error.what()};
  }
}

}  // namespace mock_provider
