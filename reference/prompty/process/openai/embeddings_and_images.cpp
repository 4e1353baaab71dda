#include "prompty/process/openai/embeddings_and_images.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "prompty/process/errors.hpp"
#include "prompty/process/reading.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::processing {
namespace {

Embedding vector_of(Json const& item, std::size_t index) {
  Json const& values = member_of(item, "embedding");
  bool const is_vector = values.is_array() &&
                         std::all_of(values.begin(), values.end(), [](Json const& value) { return value.is_number(); });
  if (!is_vector) expect("a list of numbers", fmt::format("/data/{}/embedding", index), values);
  return {.values = values.get<std::vector<double>>()};
}

}  // namespace

Outcome process_embedding(Json const& response) {
  Json const& data = list_member(response, "data");
  // P8.2-01: an empty list of vectors would hide that there is no answer.
  if (data.empty()) throw errors::empty_embedding_response();
  std::vector<Embedding> vectors;
  // P8.2-03, A-106: an item's own `index` plays no part.
  for (Json const& item : data) vectors.push_back(vector_of(item, vectors.size()));
  // P8.2-02: not a list of one.
  if (vectors.size() == 1) return vectors.front();
  return vectors;
}

Outcome process_image(Json const& response) {
  Json const& data = list_member(response, "data");
  // P8.3-01: no items at all; those that hold nothing are another case (P8.3-07).
  if (data.empty()) throw errors::empty_image_response();
  std::vector<Image> images;
  for (std::size_t index = 0; index < data.size(); ++index) {
    std::string const pointer = fmt::format("/data/{}", index);
    // P8.3-02: only handed on; nothing is fetched. P8.3-03: null and missing count as empty.
    std::string value = optional_text(data[index], "url", pointer);
    // P8.3-04: only without a URL.
    if (value.empty()) value = optional_text(data[index], "b64_json", pointer);
    // P8.3-07, A-107: left out before anything is counted.
    if (!value.empty()) images.push_back({.value = value});
  }
  // P8.3-05: also when other items had none.
  if (images.size() == 1) return images.front();
  // P8.3-06: even when none is left.
  return images;
}

}  // namespace prompty::processing
