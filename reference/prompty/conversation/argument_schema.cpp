#include "prompty/conversation/argument_schema.hpp"

#include <fmt/core.h>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "prompty/conversation/draft7_schema.hpp"
#include "prompty/conversation/errors.hpp"
#include "prompty/core/json_text.hpp"

namespace prompty::conversation {
namespace {

/// valijson reads the JSON type with sorted members only.
nlohmann::json plain(Json const& value) {
  return nlohmann::json::parse(json_text::dump(value));
}

/// A step such as `[name]` of the path that valijson gives, as one of a JSON pointer.
std::string pointer_step(std::string const& step) {
  if (step == "<root>") return "";
  bool const is_bracketed = step.size() >= 2 && step.front() == '[' && step.back() == ']';
  return "/" + (is_bracketed ? step.substr(1, step.size() - 2) : step);
}

}  // namespace

struct ArgumentSchema::Compiled {
  valijson::Schema schema;

  explicit Compiled(Json const& for_value) {
    nlohmann::json const document = plain(for_value);
    valijson::adapters::NlohmannJsonAdapter const adapter(document);
    valijson::SchemaParser parser;
    parser.populateSchema(adapter, schema);
  }

  [[nodiscard]] std::optional<std::string> misfit(Json const& arguments) const {
    nlohmann::json const document = plain(arguments);
    valijson::Validator validator(valijson::Validator::kStrongTypes);
    valijson::ValidationResults results;
    valijson::adapters::NlohmannJsonAdapter const target(document);
    if (validator.validate(schema, target, &results)) return std::nullopt;
    // The deepest place says most; of several errors there, the first.
    std::vector<std::string> place;
    std::string description = "the value is not allowed";
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      if (error.context.size() <= place.size()) continue;
      place = error.context;
      description = error.description;
    }
    std::string pointer;
    for (std::string const& step : place) pointer += pointer_step(step);
    return fmt::format("at {}: {}", pointer.empty() ? "the top" : pointer, description);
  }
};

ArgumentSchema::ArgumentSchema(std::string const& tool, Json schema) : schema_(std::move(schema)) {
  check_schema(tool, schema_);
  try {
    std::unique_ptr<Compiled const> compiled = std::make_unique<Compiled const>(schema_for_value(schema_, nullptr));
    if (!has_patterns(schema_)) compiled_ = std::move(compiled);
  } catch (std::exception const& error) {
    throw errors::schema_malformed(tool, error.what());
  }
}

ArgumentSchema::~ArgumentSchema() = default;

std::optional<std::string> ArgumentSchema::misfit(Json const& arguments) const {
  Json const value = with_whole_numbers(arguments);
  return compiled_ ? compiled_->misfit(value) : Compiled(schema_for_value(schema_, value)).misfit(value);
}

}  // namespace prompty::conversation
