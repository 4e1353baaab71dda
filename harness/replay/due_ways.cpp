#include <fmt/core.h>

#include <algorithm>

#include "harness/replay/replay.hpp"

namespace conformance {
namespace {

std::string first_missing(std::vector<std::string> const& wanted, std::set<std::string> const& declared) {
  auto const missing =
      std::find_if(wanted.begin(), wanted.end(), [&](std::string const& name) { return !declared.contains(name); });
  return missing == wanted.end() ? "" : *missing;
}

std::string missing_requirement(Requirements const& wanted, Capabilities const& declared) {
  if (std::string const name = first_missing(wanted.features, declared.features); !name.empty())
    return fmt::format("the feature {} is not declared", name);
  if (std::string const name = first_missing(wanted.providers, declared.providers); !name.empty())
    return fmt::format("the provider {} is not declared", name);
  if (std::string const name = first_missing(wanted.api_types, declared.api_types); !name.empty())
    return fmt::format("the apiType {} is not declared", name);
  return "";
}

/// Wire and processing vectors can be played over HTTP when nothing else is scripted, no file, environment or
/// registered component matters, and a server sends such an answer.
bool is_http_vector(Vector const& vector, Capabilities const& capabilities) {
  if (runs_as_execute(vector)) return true;
  // What no server sends to an SDK says nothing of a runtime behind one, which may refuse or change it.
  if (vector.steps.size() != 1 || vector.provider || vector.mcp || vector.malformed) return false;
  if (!vector.files.empty() || vector.cwd || vector.env) return false;
  if (vector.steps.front().given.contains("register")) return false;
  std::string const& operation = vector.steps.front().operation;
  if (operation == "process_stream") return capabilities.features.contains("stream");
  return operation == "build_request" || operation == "process";
}

}  // namespace

DueWays due_ways(Vector const& vector, Capabilities const& capabilities) {
  DueWays due;
  due.reason = missing_requirement(vector.requires_, capabilities);
  if (!due.reason.empty()) return due;
  auto const undeclared = std::find_if(vector.steps.begin(), vector.steps.end(), [&](Step const& step) {
    return !capabilities.operations.contains(step.operation);
  });
  if (undeclared == vector.steps.end()) {
    due.ways.insert(Way::direct);
  } else {
    due.reason = fmt::format("the operation {} is not declared", undeclared->operation);
  }
  if (is_http_vector(vector, capabilities) && capabilities.operations.contains("run")) due.ways.insert(Way::http);
  if (due.ways.empty() && loads_as_split(vector) && capabilities.operations.contains("load"))
    due.ways.insert(Way::load);
  if (!due.ways.empty()) due.reason.clear();
  return due;
}

}  // namespace conformance
