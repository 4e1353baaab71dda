#include "prompty/process/structured_output.hpp"

#include <optional>
#include <utility>

#include "prompty/core/json_text.hpp"

namespace prompty::processing {

Outcome text_outcome(PromptyAgent const& agent, std::string content) {
  // P7.1.6-08, P7.7-02, P8.1-10, P8.1-11: nobody asked for a value, or there is no text that could hold one.
  if (agent.outputs.empty() || content.empty()) return Text{.value = std::move(content)};
  std::optional<Json> parsed = json_text::parse(content);
  // P7.7-03, P8.1-09, P8.4-07, P8.5-09: what does not parse is still worth having.
  if (!parsed) return Text{.value = std::move(content)};
  // P8.1-08, P8.4-06, P8.5-08: of whatever kind, and with members that no output declares.
  return StructuredValue{.value = std::move(*parsed)};
}

}  // namespace prompty::processing
