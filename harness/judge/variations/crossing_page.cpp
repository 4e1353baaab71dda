#include "harness/judge/variations/crossing_page.hpp"

#include <fmt/core.h>

#include "harness/judge/files/yaml_place.hpp"

namespace conformance {
namespace {

constexpr char const* crossings_page = "crossings.yaml";

/// What the crossings of a group have in common.
struct CrossingGroup {
  std::string name;
  std::set<std::string> operations;
  std::string only = ".";
  bool alone = false;
  bool malformed = false;
};

/// Operations of a group.
std::set<std::string> some_of(std::set<std::string> const& operations, YamlPlace const& place) {
  std::set<std::string> some = set_of_texts(place);
  for (std::string const& operation : some) {
    if (!operations.contains(operation)) place.refuse(fmt::format("{} is no operation of the group", operation));
  }
  return some;
}

bool read_flag(YamlPlace const& place, std::string const& name) {
  if (text_of(place) != "true") place.refuse(fmt::format("{} is true or left out", name));
  return true;
}

Crossing crossing_of(CrossingGroup const& group, std::string const& name, YamlPlace const& place) {
  Crossing crossing{.name = group.name + "/" + name,
                    .clauses = {},
                    .because = {},
                    .operations = group.operations,
                    .only = group.only,
                    .change = {},
                    .at = fmt::format("{}:{}", place.page, place.line),
                    .alone = group.alone,
                    .malformed = group.malformed};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "clauses")
      crossing.clauses = texts_of(value);
    else if (key == "because")
      crossing.because = text_of(value);
    else if (key == "change")
      crossing.change = text_of(value);
    else if (key == "operations")
      crossing.operations = some_of(group.operations, value);
    else
      value.refuse(fmt::format("a crossing has no '{}'; it has clauses, because, operations and change", key));
  }
  if (crossing.clauses.empty() || crossing.because.empty() || crossing.change.empty())
    place.refuse(fmt::format("the crossing {} needs clauses, because and change", name));
  return crossing;
}

void add_group(CrossingPage& page, std::string const& name, YamlPlace const& place) {
  CrossingGroup group{.name = name, .operations = {}};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "operations") {
      group.operations = set_of_texts(value);
    } else if (key == "only") {
      group.only = text_of(value);
    } else if (key == "alone") {
      group.alone = read_flag(value, key);
    } else if (key == "malformed") {
      group.malformed = read_flag(value, key);
    } else if (key == "changes") {
      if (group.operations.empty()) place.refuse("a group names the operations of its vectors before its changes");
      for (auto const& [crossing, written] : members_of(value))
        page.crossings.push_back(crossing_of(group, crossing, written));
    } else {
      value.refuse(
          fmt::format("a group of crossings has no '{}'; it has operations, only, alone, malformed and changes", key));
    }
  }
}

}  // namespace

CrossingPage read_crossing_page(FileTree const& spec) {
  CrossingPage page;
  if (!spec.holds(crossings_page)) return page;
  for (auto const& [key, place] : members_of(read_yaml_page(spec, crossings_page))) {
    if (key == "words") {
      page.words = text_of(place);
    } else if (key == "crossings") {
      for (auto const& [name, group] : members_of(place)) add_group(page, name, group);
    } else {
      place.refuse(fmt::format("there is no '{}' on this page; it has words and crossings", key));
    }
  }
  return page;
}

}  // namespace conformance
