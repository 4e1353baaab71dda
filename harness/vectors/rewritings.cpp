#include "harness/vectors/rewritings.hpp"

namespace conformance {

std::string kind_of_name(Transform transform) {
  if (transform == Transform::carried) return "hostile";
  return transform == Transform::crossed ? "crossing" : "";
}

std::vector<Vector> rewritten_vectors(std::vector<Vector> const& vectors, Rewritings const& rewritings) {
  std::vector<Vector> rewritten;
  for (Vector const& vector : vectors) {
    for (std::string const& name : rewritings.due(vector)) {
      rewritten.push_back(rewritings.with(vector, name));
      rewritten.back().id += " with " + name;
    }
  }
  return rewritten;
}

std::size_t choice_among(std::size_t count, std::string const& text, std::uint64_t seed) {
  // FNV-1a.
  std::uint64_t hash = 14695981039346656037ULL ^ (seed * 1099511628211ULL);
  for (unsigned char const letter : text) hash = (hash ^ letter) * 1099511628211ULL;
  return (hash ^ (hash >> 32U)) % count;
}

}  // namespace conformance
