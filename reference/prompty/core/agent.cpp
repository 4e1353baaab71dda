#include "prompty/core/agent.hpp"

namespace prompty {

Place place_in_body(PromptyAgent const& agent, std::size_t line, std::size_t column) {
  if (!agent.origin) return {.line = line, .column = column};
  return {.file = agent.origin->file,
          .line = agent.origin->body_line + line - 1,
          .column = line == 1 ? agent.origin->body_column + column - 1 : column};
}

}  // namespace prompty
