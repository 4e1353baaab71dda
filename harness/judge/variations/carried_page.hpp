#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/judge/files/file_tree.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {

/// A text that is put where a vector has a value which a runtime hands on as it is.
struct HostileText {
  std::string kind;                ///< "inside", "around", "instead" or "values"
  std::string name;                ///< with its kind: "around/tabs"
  std::string text;                ///< with {} where the value of the vector stands, except in `instead` and `values`
  std::optional<Json> value = {};  ///< of `values`: what stands in the place of a text, a number for example

  /// The text that stands in the place of `original`; "" for one of `values`.
  [[nodiscard]] std::string in_place_of(std::string const& original) const;
};

/// Values that are handed on alike.
struct CarriedType {
  std::string name;
  std::vector<std::string> places;        ///< jq path expressions over what a vector gives (spec/carried.yaml)
  std::set<std::string> operations = {};  ///< whose vectors are searched; none for all
  std::set<std::string> members = {};     ///< one of which a vector has to give to be searched; none for any
  bool is_name = false;                   ///< whether keys of objects may be such values too
  bool is_part = false;                   ///< whether a value may be part of a text that is expected
  bool is_written = false;  ///< whether a value stands in YAML files, as the whole of a scalar on one line
  bool is_any = false;      ///< whether values of other types than text are handed on there as well
  bool is_json = false;     ///< whether at the places stands JSON text, and the values are the texts in it
  std::map<std::string, std::string> except;  ///< kinds or names of hostile texts that are not handed on there, and why
  std::string at = {};                        ///< for messages: "spec/carried.yaml:190"
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
