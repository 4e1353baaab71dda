#include "prompty/stream/prompty_stream.hpp"

#include <nlohmann/json.hpp>

namespace prompty {

PromptyStream stream_of(std::vector<Json> chunks) {
  return PromptyStream([chunks = std::move(chunks), next = std::size_t{0}]() mutable -> std::optional<Json> {
    if (next == chunks.size()) return std::nullopt;
    return std::move(chunks[next++]);
  });
}

}  // namespace prompty
