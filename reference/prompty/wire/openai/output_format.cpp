#include "prompty/wire/openai/output_format.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "prompty/wire/schema.hpp"

namespace prompty::openai {
Json output_format(std::vector<Property> const& outputs) {
  // P7.1.6-07: the conversion of parameters, which closing then adds to.
  Json schema = wire::schema_to_wire(outputs);
  // P7.1.6-05, P7.4.1-13: chat and Responses requests ask for the same closed schema.
  wire::close_schema(schema);
  // P7.1.6-03, P7.1.6-04: a fixed name, since an agent's own may hold characters that the provider refuses in it.
  return Json{{"name", "structured_output"}, {"strict", true}, {"schema", std::move(schema)}};
}

}  // namespace prompty::openai
