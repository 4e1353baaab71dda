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

/// The spot of the element or member with that index; that of the whole when it has none of its own.
Spot const& spot_of_part(Spot const& whole, std::size_t index) {
  Spot const* const end = &whole + whole.size;
  Spot const* part = &whole + 1;
  for (; index > 0 && part < end; --index) part += part->size;
  return part < end ? *part : whole;
}

Property nearest(Property const& whole, std::string_view path) {
  if (path.substr(0, 1) == ".") path.remove_prefix(1);
  if (path.empty()) return whole;
  std::optional<Step> step;
  if (whole.value.is_array()) step = step_into_list(whole.value, path);
  if (whole.value.is_object()) step = step_into_mapping(whole.value, path);
  return step ? nearest({*step->part, spot_of_part(whole.spot, step->index)}, step->rest) : whole;
}

}  // namespace

Property nearest(Json const& value, Outline const& whole, std::string_view path) {
  return nearest({value, whole.front()}, path);
}

}  // namespace prompty::outline
