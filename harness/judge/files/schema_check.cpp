#include "harness/judge/files/schema_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "harness/judge/files/input_error.hpp"

namespace conformance {
namespace {

/// A place in a value: the library names the root and writes each step in brackets.
struct Place {
  std::string pointer;  ///< as a JSON pointer
  nlohmann::json const* value;
};

Place place_of(std::vector<std::string> const& steps, nlohmann::json const& document) {
  Place place{.pointer = "", .value = &document};
  for (std::string const& step : steps) {
    bool const is_step = step.size() > 2 && step.front() == '[' && step.back() == ']';
    if (!is_step) continue;
    std::string const name = step.substr(1, step.size() - 2);
    place.pointer += "/" + name;
    nlohmann::json::json_pointer const below = nlohmann::json::json_pointer() / name;
    if (place.value->contains(below)) place.value = &place.value->at(below);
  }
  return place;
}

/// What stands between the first two quotes behind a place of a text.
std::string quoted_in(std::string const& text) {
  std::size_t const begin = text.find('\'');
  std::size_t const end = text.rfind('\'');
  return begin < end ? text.substr(begin + 1, end - begin - 1) : "";
}

/// What stands between the last two quotes of a text.
std::string last_quoted_in(std::string const& text) {
  std::size_t const end = text.rfind('\'');
  std::size_t const begin = end == std::string::npos || end == 0 ? end : text.rfind('\'', end - 1);
  return begin < end ? text.substr(begin + 1, end - begin - 1) : "";
}

std::string_view kind_of(nlohmann::json const& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  if (value.is_string()) return "a string";
  if (value.is_number_integer()) return "a whole number";
  if (value.is_number()) return "a number";
  return value.is_null() ? "null" : "true or false";
}

/// The library's sentence about the value at a place in plain words; "" for one that says no more than that a part of
/// the value is wrong, which has a sentence of its own.
std::string in_plain_words(std::string const& sentence, nlohmann::json const& value) {
  if (sentence.starts_with("Failed to validate")) return "";
  if (sentence.starts_with("Missing required property"))
    return fmt::format("the member \"{}\" is missing", quoted_in(sentence));
  if (sentence.starts_with("Value type not permitted")) return fmt::format("{} cannot stand here", kind_of(value));
  if (sentence.starts_with("Object contains a property that could not be validated"))
    return fmt::format("there may be no member \"{}\"", last_quoted_in(sentence));
  return sentence;
}

}  // namespace

struct SchemaCheck::Compiled {
  nlohmann::json document;
  valijson::Schema schema;
};

SchemaCheck::SchemaCheck(Json const& schema, std::string const& pointer) : compiled_(std::make_unique<Compiled>()) {
  compiled_->document = nlohmann::json::parse(schema.dump());
  try {
    if (!pointer.empty()) {
      if (!compiled_->document.contains(nlohmann::json::json_pointer(pointer))) {
        throw HarnessError(fmt::format("the schema has no part {}", pointer));
      }
      // The part keeps the document around it, so that its local references still resolve.
      nlohmann::json part = {{"allOf", nlohmann::json::array({{{"$ref", "#" + pointer}}})}};
      for (auto const& [key, value] : compiled_->document.items()) {
        if (key == "definitions" || key == "operations") part[key] = value;
      }
      compiled_->document = std::move(part);
    }
    valijson::adapters::NlohmannJsonAdapter const adapter(compiled_->document);
    valijson::SchemaParser parser;
    parser.populateSchema(adapter, compiled_->schema);
  } catch (HarnessError const&) {
    throw;
  } catch (std::exception const& error) {
    throw HarnessError(fmt::format("a JSON Schema of the suite is malformed: {}", error.what()));
  }
}

SchemaCheck::~SchemaCheck() = default;
SchemaCheck::SchemaCheck(SchemaCheck&&) noexcept = default;

std::vector<std::string> SchemaCheck::problems(Json const& document) const {
  nlohmann::json const plain = nlohmann::json::parse(document.dump(-1, ' ', false, Json::error_handler_t::replace));
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  valijson::adapters::NlohmannJsonAdapter const target(plain);
  if (validator.validate(compiled_->schema, target, &results)) return {};
  std::vector<std::string> problems;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    Place const place = place_of(error.context, plain);
    std::string const said = in_plain_words(error.description, *place.value);
    std::string problem = fmt::format("at {}: {}", place.pointer.empty() ? "the top" : place.pointer, said);
    bool const is_new = !said.empty() && std::find(problems.begin(), problems.end(), problem) == problems.end();
    if (is_new) problems.push_back(std::move(problem));
  }
  if (problems.empty()) problems.emplace_back("at the top: the value has not the form that the schema describes");
  return problems;
}

}  // namespace conformance
