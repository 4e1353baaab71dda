#include "prompty/wire/openai/output_format.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/wire/schema.hpp"

namespace prompty::openai {
Json output_format(std::vector<Property> const& outputs, Profile profile) {
  // P7.1.6-07: the conversion of parameters, which closing then adds to.
  Json schema = wire::schema_to_wire(outputs);
  if (profile == Profile::live) wire::allow_any_items(schema);
  // P7.1.6-05, P7.4.1-13: chat and Responses requests ask for the same closed schema.
  wire::close_schema(schema, profile);
  // what an array or object holds is not known, and a strict schema would have to say it.
  bool const is_refused = std::any_of(outputs.begin(), outputs.end(), wire::is_open_structure);
  bool const is_strict = profile == Profile::as_written || !is_refused;
  // P7.1.6-03, P7.1.6-04: a fixed name, since an agent's own may hold characters that the provider refuses in it.
  return Json{{"name", "structured_output"}, {"strict", is_strict}, {"schema", std::move(schema)}};
}

}  // namespace prompty::openai
