#include "prompty/wire/openai/output_format.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/wire/schema.hpp"

namespace prompty::openai {
namespace output_formats {
namespace {

bool is_open_object(Property const& property) {
  return property.kind == "object";
}

}  // namespace
}  // namespace output_formats

Json output_format(std::vector<Property> const& outputs, Profile profile) {
  Json schema = wire::schema_to_wire(outputs);
  wire::close_schema(schema, profile);
  // what is in the object is not known, and a strict one would have to be empty.
  bool const is_refused = std::any_of(outputs.begin(), outputs.end(), output_formats::is_open_object);
  bool const is_strict = profile == Profile::as_written || !is_refused;
  return Json{{"name", "structured_output"}, {"strict", is_strict}, {"schema", std::move(schema)}};
}

}  // namespace prompty::openai
