#include "mock-provider/pace_form.hpp"

namespace mock_provider::pace_form {
namespace {

constexpr std::int64_t longest_delay_ms = 600'000;
constexpr std::int64_t most_frames = 1'000'000;
constexpr std::int64_t most_seed = 9'007'199'254'740'991;

std::chrono::milliseconds delay(ClosedObject const& respond, std::string_view name) {
  return std::chrono::milliseconds(respond.whole_number(name, 0, longest_delay_ms).value_or(0));
}

Chunking chunking(ClosedObject const& respond) {
  Json const* const value = respond.find("chunkBy");
  if (value == nullptr || *value == "words") return {.unit = Chunking::Unit::words};
  if (*value == "characters") return {.unit = Chunking::Unit::characters};
  if (value->is_number_integer()) {
    return {.unit = Chunking::Unit::seeded,
            .seed = static_cast<std::uint64_t>(*respond.whole_number("chunkBy", 0, most_seed))};
  }
  throw ScenarioError(respond.pointer_of("chunkBy"), "must be \"words\", \"characters\" or a seed, a whole number");
}

Letters letters(ClosedObject const& respond) {
  std::optional<std::string> const name = respond.text("letters");
  if (!name || *name == "plain") return Letters::plain;
  if (*name == "escaped") return Letters::escaped;
  throw ScenarioError(respond.pointer_of("letters"), "must be \"plain\" or \"escaped\"");
}

}  // namespace

void read(ClosedObject const& respond, Response& response) {
  response.delay = delay(respond, "delayMs");
  response.chunk_delay = delay(respond, "chunkDelayMs");
  response.chunking = chunking(respond);
  response.letters = letters(respond);
  if (std::optional<std::int64_t> const hold = respond.whole_number("hold", 0, most_frames)) {
    response.held_from = static_cast<std::size_t>(*hold);
  }
}

}  // namespace mock_provider::pace_form
