#include <fmt/core.h>

#include <algorithm>

#include "harness/replay/needs.hpp"
#include "harness/replay/replay.hpp"

namespace conformance {
namespace {

template <class Names>
std::string first_missing(Names const& wanted, std::set<std::string> const& declared) {
  auto const missing =
      std::find_if(wanted.begin(), wanted.end(), [&](std::string const& name) { return !declared.contains(name); });
  return missing == wanted.end() ? "" : *missing;
}

template <class Wanted>
std::string missing_requirement(Wanted const& wanted, Capabilities const& declared) {
  if (std::string const name = first_missing(wanted.features, declared.features); !name.empty())
    return fmt::format("the feature {} is not declared", name);
  if (std::string const name = first_missing(wanted.providers, declared.providers); !name.empty())
    return fmt::format("the provider {} is not declared", name);
  if (std::string const name = first_missing(wanted.api_types, declared.api_types); !name.empty())
    return fmt::format("the apiType {} is not declared", name);
  if (std::string const name = first_missing(wanted.connection_kinds, declared.connection_kinds); !name.empty())
    return fmt::format("the connectionKind {} is not declared", name);
  return "";
}

bool declares_all(Needs const& needs, Capabilities const& declared) {
  return missing_requirement(needs, declared).empty();
}

/// What is missing of that which vectors need without saying so; "" when nothing is.
std::string missing_usual(Vector const& vector, Capabilities const& declared) {
  if (declares_all(usual_needs(), declared)) return "";
  Needs needs = needs_of(vector);
  auto const keep = [](std::set<std::string>& names, std::set<std::string> const& usual) {
    std::erase_if(names, [&](std::string const& name) { return !usual.contains(name); });
  };
  keep(needs.features, usual_needs().features);
  keep(needs.providers, usual_needs().providers);
  keep(needs.api_types, usual_needs().api_types);
  keep(needs.connection_kinds, usual_needs().connection_kinds);
  return missing_requirement(needs, declared);
}

/// Wire and processing vectors can be played over HTTP when nothing else is scripted, no file, environment or
/// registered component matters, and a server sends such an answer.
bool is_http_vector(Vector const& vector, Capabilities const& capabilities) {
  if (runs_as_execute(vector)) return true;
  if (!capabilities.connection_kinds.contains(connection_kind_of_http)) return false;
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
  if (due.reason.empty()) due.reason = missing_usual(vector, capabilities);
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
