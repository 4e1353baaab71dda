#include "prompty/load/outline.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

namespace prompty::outline {
namespace {

struct Step {
  Json const* part;
  std::size_t index;
  std::string_view rest;
};

bool begins_with_key(std::string_view path, std::string_view key) {
  if (path.substr(0, key.size()) != key) return false;
  return path.size() == key.size() || path[key.size()] == '.' || path[key.size()] == '[';
}

std::optional<Step> step_into_mapping(Json const& mapping, std::string_view path) {
  std::optional<Step> longest;
  std::size_t length = 0;
  std::size_t index = 0;
  for (auto const& [key, value] : mapping.items()) {
    // A key may itself hold dots.
    if (begins_with_key(path, key) && (!longest || key.size() > length)) {
      length = key.size();
      longest = Step{.part = &value, .index = index, .rest = path.substr(length)};
    }
    ++index;
  }
  return longest;
}

std::optional<Step> step_into_list(Json const& list, std::string_view path) {
  std::size_t index = 0;
  if (path.substr(0, 1) != "[") return std::nullopt;
  std::from_chars_result const read = std::from_chars(path.data() + 1, path.data() + path.size(), index);
  std::string_view const rest = path.substr(static_cast<std::size_t>(read.ptr - path.data()));
  if (read.ec != std::errc{} || rest.substr(0, 1) != "]" || index >= list.size()) return std::nullopt;
  return Step{.part = &list[index], .index = index, .rest = rest.substr(1)};
}

}  // namespace

Outline const& nearest(Json const& value, Outline const& whole, std::string_view path) {
  if (path.substr(0, 1) == ".") path.remove_prefix(1);
  if (path.empty()) return whole;
  std::optional<Step> step;
  if (value.is_array()) step = step_into_list(value, path);
  if (value.is_object()) step = step_into_mapping(value, path);
  if (!step || step->index >= whole.parts.size()) return whole;
  return nearest(*step->part, whole.parts[step->index], step->rest);
}

Outline all_at(Outline const& here, Json const& value) {
  Outline outline{.offset = here.offset, .key_offset = here.key_offset};
  if (!value.is_structured()) return outline;
  outline.parts.reserve(value.size());
  for (Json const& part : value) outline.parts.push_back(all_at(here, part));
  return outline;
}

}  // namespace prompty::outline
