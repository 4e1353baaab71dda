#include "harness/judge/variations/variation.hpp"

#include <array>
#include <utility>

namespace conformance {
namespace {

constexpr std::array<std::pair<Transform, std::string_view>, 8> transform_names{
    {{Transform::crlf, "crlf"},
     {Transform::bom, "bom"},
     {Transform::no_final_newline, "no-final-newline"},
     {Transform::key_order, "key-order"},
     {Transform::unicode_escape, "unicode-escape"},
     {Transform::sse_split, "sse-split"},
     {Transform::carried, "carried"},
     {Transform::crossed, "crossed"}}};

}  // namespace

std::string_view transform_name(Transform transform) {
  for (auto const& [known, name] : transform_names) {
    if (known == transform) return name;
  }
  return "";
}

std::optional<Transform> transform_named(std::string_view name) {
  for (auto const& [transform, known] : transform_names) {
    if (known == name) return transform;
  }
  return std::nullopt;
}

std::vector<Transform> const& all_transforms() {
  static std::vector<Transform> const all = {
      Transform::crlf,           Transform::bom,       Transform::no_final_newline, Transform::key_order,
      Transform::unicode_escape, Transform::sse_split, Transform::carried,          Transform::crossed};
  return all;
}

std::vector<Transform> const& declarable_transforms() {
  static std::vector<Transform> const declarable(all_transforms().begin(), all_transforms().end() - 3);
  return declarable;
}

std::string_view way_name(Way way) {
  switch (way) {
    case Way::direct:
      return "direct";
    case Way::http:
      return "http";
    case Way::load:
      return "load";
    case Way::process:
      return "process";
    case Way::transform:
      return "transform";
  }
  return "";
}

std::optional<Way> way_named(std::string_view name) {
  for (Way const way : {Way::direct, Way::http, Way::load, Way::process, Way::transform}) {
    if (way_name(way) == name) return way;
  }
  return std::nullopt;
}

std::string variation_name(Variation const& variation) {
  std::string name(transform_name(variation.transform));
  if (!variation.name.empty()) name += "/" + variation.name;
  return name;
}

std::optional<Variation> variation_named(std::string_view name) {
  std::size_t const end = name.find('/');
  std::optional<Transform> const transform = transform_named(name.substr(0, end));
  if (!transform) return std::nullopt;
  return Variation{.transform = *transform, .name = std::string(end == name.npos ? "" : name.substr(end + 1))};
}

std::set<Way> Variations::ways(Vector const& /*vector*/, std::set<Way> const& passed) const {
  return passed.empty() ? passed : std::set<Way>{*passed.begin()};
}

std::vector<Vector> rewritten_vectors(std::vector<Vector> const& vectors, Variations const& variations, Way way) {
  std::vector<Vector> rewritten;
  for (Vector const& vector : vectors) {
    for (std::string const& name : variations.due(vector, way)) {
      rewritten.push_back(variations.with(vector, name, way));
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
