#include "harness/proof/habits/habit_table.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "harness/judge/files/yaml_place.hpp"
#include "mock-provider/matching/pattern.hpp"

namespace conformance {
namespace {

constexpr char const* page_of_reasons = "unnoticed-habits.yaml";

std::string const& family_of(std::string const& habit) {
  static std::map<std::string, std::string> const families = [] {
    std::map<std::string, std::string> found;
    for (HabitFamily const& family : habit_families()) {
      for (std::string const& name : family.habits) found[name] = family.name;
    }
    return found;
  }();
  return families.at(habit);
}

void require_families(std::vector<std::string> const& globs, YamlPlace const& place) {
  for (std::string const& glob : globs) {
    bool const is_known = std::any_of(habit_families().begin(), habit_families().end(),
                                      [&](HabitFamily const& family) { return matches_glob(glob, family.name); });
    if (!is_known) place.refuse(fmt::format("there is no family of habits '{}'", glob));
  }
}

CellReason cell_reason_at(YamlPlace const& place) {
  CellReason reason{.sections = {}, .families = {}, .why = "", .at = fmt::format("{}:{}", place.page, place.line)};
  for (auto const& [key, value] : members_of(place)) {
    if (key == "sections") {
      reason.sections = texts_of(value);
    } else if (key == "families") {
      reason.families = texts_of(value);
      require_families(reason.families, value);
    } else if (key == "why") {
      reason.why = text_of(value);
    } else {
      value.refuse(fmt::format("a reason for empty cells has no '{}'; it has sections, families and why", key));
    }
  }
  if (reason.sections.empty() || reason.families.empty() || reason.why.empty())
    place.refuse("a reason for empty cells says of which sections and families it speaks, and why");
  return reason;
}

/// The place of the first reason that speaks of a cell; the number of reasons without one.
std::size_t place_of_reason(std::vector<CellReason> const& reasons, std::string const& section,
                            std::string const& family) {
  auto const found = std::find_if(reasons.begin(), reasons.end(), [&](CellReason const& reason) {
    return matches_any(reason.sections, section) && matches_any(reason.families, family);
  });
  return static_cast<std::size_t>(found - reasons.begin());
}

/// "a" for the first reason, "z" for the 26th, "aa" behind it.
std::string letters_of(std::size_t place) {
  std::string const last(1, static_cast<char>('a' + place % 26));
  return place < 26 ? last : letters_of(place / 26 - 1) + last;
}

constexpr int width_of_section = 8;

}  // namespace

std::vector<HabitFamily> const& habit_families() {
  static std::vector<HabitFamily> const families = {
      {"blanks", {"trimmed", "trimmed-of-unicode", "blanks-collapsed"}},
      {"lines", {"last-line-end-lost", "universal-newlines", "all-line-ends"}},
      {"c-strings", {"c-string", "controls-lost", "invisible-lost"}},
      {"unicode", {"composed", "compatible"}},
      {"bytes", {"first-plane", "ascii"}},
      {"case", {"case-blind"}},
      {"cleaned", {"cleaned"}},
      {"lengths", {"cut-at-64", "cut-at-a-kilobyte", "cut-at-ten"}},
      {"markup", {"escaped-markup", "entities-resolved", "markup-lost", "percent-decoded", "normalised-address"}},
      {"escapes", {"unescaped", "backslashes-halved", "straight-quotes", "quotes-lost", "fences-lost"}},
      {"templates", {"rendered-again", "variables-put-in"}},
      {"json", {"respelt-json", "sorted-map", "parsed"}},
      {"words", {"lenient-number", "null-word", "truth-word", "dated"}},
      {"objects", {"inherited-name", "plain-object-as-map"}},
      {"falsy", {"falsy-is-absent", "null-is-absent", "falsy-is-null", "falsy-elements-lost"}},
      {"doubled", {"repetitions-lost"}},
      {"order", {"sorted-list", "reversed-list"}},
      {"one-of", {"first-only", "last-only", "list-of-one"}},
      {"numbers",
       {"number-as-text", "doubles", "32-bits", "single-precision", "six-digits", "whole-numbers", "never-negative"}},
  };
  return families;
}

HabitTable habit_table(HabitMatrix const& matrix) {
  HabitTable table;
  for (auto const& [where, fate] : matrix) {
    for (auto const& [section, of_section] : fate.sections) {
      HabitCell& cell = table[section][family_of(where.habit->name)];
      ++cell.struck;
      if (of_section.is_noticed()) ++cell.noticed;
    }
  }
  return table;
}

std::vector<CellReason> read_cell_reasons(FileTree const& spec) {
  std::vector<CellReason> reasons;
  if (!spec.holds(page_of_reasons)) return reasons;
  for (YamlPlace const& place : elements_of(read_yaml_page(spec, page_of_reasons))) {
    if (place.node.IsMap() && place.node["sections"]) reasons.push_back(cell_reason_at(place));
  }
  return reasons;
}

std::string text_of_habit_table(HabitTable const& table, std::vector<CellReason> const& reasons) {
  std::string text = fmt::format("{:<{}}", "section", width_of_section);
  for (HabitFamily const& family : habit_families()) text += fmt::format(" {:>9}", family.name);
  text += "\n";
  for (auto const& [section, cells] : table) {
    text += fmt::format("{:<{}}", section, width_of_section);
    for (HabitFamily const& family : habit_families()) {
      auto const found = cells.find(family.name);
      std::size_t const reason = place_of_reason(reasons, section, family.name);
      std::string const empty = reason == reasons.size() ? "?" : letters_of(reason);
      text += fmt::format(
          " {:>9}", found == cells.end() ? empty : fmt::format("{}/{}", found->second.noticed, found->second.struck));
    }
    text += "\n";
  }
  for (std::size_t place = 0; place < reasons.size(); ++place)
    text += fmt::format("{}: {}\n", letters_of(place), reasons[place].why);
  return text;
}

std::vector<std::string> findings_of_habit_table(HabitTable const& table, std::vector<CellReason> const& reasons) {
  std::vector<std::string> findings;
  std::vector<bool> is_needed(reasons.size(), false);
  for (auto const& [section, cells] : table) {
    for (HabitFamily const& family : habit_families()) {
      if (cells.contains(family.name)) continue;
      std::size_t const reason = place_of_reason(reasons, section, family.name);
      if (reason < reasons.size())
        is_needed[reason] = true;
      else
        findings.push_back(fmt::format("no answer of section {} shows what becomes of {}, and spec/{} does not say why",
                                       section, family.name, page_of_reasons));
    }
  }
  for (std::size_t place = 0; place < reasons.size(); ++place) {
    if (!is_needed[place])
      findings.push_back(
          fmt::format("{}: no cell is empty for this reason: {}", reasons[place].at, reasons[place].why));
  }
  return findings;
}

}  // namespace conformance
