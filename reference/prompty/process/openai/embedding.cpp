#include "prompty/process/openai/embedding.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "prompty/process/errors.hpp"
#include "prompty/process/response_shape.hpp"

namespace prompty::processing {
namespace embedding {
namespace {

Embedding vector_of(Json const& item, std::size_t index) {
  Json const& values = response_shape::member(item, "embedding");
  bool const is_vector = values.is_array() &&
                         std::all_of(values.begin(), values.end(), [](Json const& value) { return value.is_number(); });
  if (!is_vector) response_shape::expect("a list of numbers", fmt::format("/data/{}/embedding", index), values);
  return {.values = values.get<std::vector<double>>()};
}

}  // namespace
}  // namespace embedding

Outcome process_embedding(Json const& response) {
  Json const& data = response_shape::list_member(response, "data");
  // P8.2-01: an empty list of vectors would hide that there is no answer.
  if (data.empty()) throw errors::empty_embedding_response();
  std::vector<Embedding> vectors;
  // P8.2-03, A-106: an item's own `index` plays no part.
  for (Json const& item : data) vectors.push_back(embedding::vector_of(item, vectors.size()));
  // P8.2-02: not a list of one.
  if (vectors.size() == 1) return vectors.front();
  return vectors;
}

}  // namespace prompty::processing
