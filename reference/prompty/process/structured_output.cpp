#include "prompty/process/structured_output.hpp"

#include <optional>
#include <utility>

#include "prompty/core/json_text.hpp"

namespace prompty::processing {

Outcome text_outcome(PromptyAgent const& agent, std::string content) {
  // P7.1.6-08, P7.7-02: without outputs nobody asked for JSON, so text that looks like it stays text.
  if (agent.outputs.empty() || content.empty()) return Text{.value = std::move(content)};
  std::optional<Json> parsed = json_text::parse(content);
  // P7.7-03: what does not parse is still worth having.
  if (!parsed) return Text{.value = std::move(content)};
  return StructuredValue{.value = std::move(*parsed)};
}

}  // namespace prompty::processing
