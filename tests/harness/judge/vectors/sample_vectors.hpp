#pragma once

#include <nlohmann/json.hpp>

#include "harness/judge/vectors/corpus.hpp"
#include "harness/judge/vectors/vector_file.hpp"

namespace conformance {

/// The smallest vector, one split that expects a value, with members replaced by those of `changes` (null takes one
/// away).
inline Json sample_vector(Json const& changes) {
  Json vector = {{"id", "plain"},
                 {"clauses", Json::array({"P1.1-01"})},
                 {"why", "it shows"},
                 {"operation", "split"},
                 {"given", {{"text", "body"}}},
                 {"expect", {{"value", {{"frontmatter", nullptr}, {"body", "body"}}}}}};
  for (auto const& [key, value] : changes.items()) {
    if (value.is_null())
      vector.erase(key);
    else
      vector[key] = value;
  }
  return vector;
}

/// The text of a vector file of the topic.
inline std::string sample_vector_file(std::string const& topic, Json const& vectors) {
  return Json({{"$schema", "../schema/vectors.schema.json"},
               {"schemaVersion", 1},
               {"topic", topic},
               {"vectors", vectors}})
      .dump();
}

/// Each of the vectors, in their order.
inline std::vector<Vector const*> pointers_to(std::vector<Vector> const& vectors) {
  std::vector<Vector const*> selected;
  for (Vector const& vector : vectors) selected.push_back(&vector);
  return selected;
}

/// The vectors as parsed from a file of the topic "load/sample".
inline std::vector<Vector> sample_vectors(std::vector<Json> const& vectors) {
  return parse_vector_file(sample_vector_file("load/sample", Json(vectors)), "vectors/load/sample.json", "load/sample");
}

inline Vector one_sample_vector(Json const& changes) {
  return sample_vectors({sample_vector(changes)}).front();
}

inline Corpus sample_corpus(std::vector<Json> const& vectors) {
  return Corpus{.vectors = sample_vectors(vectors), .fixtures = {}, .digest = "sha256:0123456789abcdef"};
}

}  // namespace conformance
