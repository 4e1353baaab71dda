#include "harness/judge/files/schema_check.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "harness/judge/files/input_error.hpp"

namespace conformance {

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
    std::string place;
    for (std::string const& step : error.context) place += step;
    problems.push_back(fmt::format("at {}: {}", place, error.description));
  }
  return problems;
}

}  // namespace conformance
