#pragma once

#include <set>
#include <string>
#include <vector>

#include "harness/files/file_tree.hpp"

namespace conformance {

/// A text that is put where a vector has a value which a runtime hands on as it is.
struct HostileText {
  std::string kind;  ///< "inside", "around" or "instead"
  std::string name;  ///< with its kind: "around/tabs"
  std::string text;  ///< with {} where the value of the vector stands, except in `instead`

  /// What stands in the place of `value`.
  [[nodiscard]] std::string in_place_of(std::string const& value) const;
};

/// Values that are handed on alike.
struct CarriedType {
  std::string name;
  std::vector<std::string> places;  ///< jq path expressions over what a vector gives (spec/carried.yaml)
  bool is_name = false;             ///< whether keys of objects may be such values too
  bool is_part = false;             ///< whether a value may be part of a text that is expected
  bool is_written = false;          ///< whether a value stands in YAML files, as the whole of a scalar on one line
  std::set<std::string> except;     ///< kinds or names of hostile texts that are not handed on in these places
};

/// spec/carried.yaml.
struct CarriedPage {
  std::vector<HostileText> hostile;
  std::string words;                     ///< jq definitions for the places
  std::string only = "true";             ///< jq condition over what a vector gives; others hand nothing on
  std::set<std::string> named_members;   ///< members whose keys are names that a prompt or a model chose
  std::set<std::string> closed_members;  ///< members whose values are words of the documents
  std::vector<CarriedType> types;
};

/// Reads the page; an empty one when there is none. Throws InputError with file and line on what is no YAML, has
/// unknown or missing members, or excepts what is on no list.
[[nodiscard]] CarriedPage read_carried_page(FileTree const& spec);

}  // namespace conformance
