#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "prompty/core/utf8.hpp"
#include "prompty/load/migrate_draft.hpp"

namespace prompty::migration {
namespace {

namespace layout = yaml::layout;

/// `![words](target)` in the text of a prompt.
struct Image {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string target;
};

std::optional<Image> next_image(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find("![", from); at != std::string_view::npos; at = text.find("![", at + 1)) {
    std::size_t const middle = text.find("](", at);
    std::size_t const end = middle == std::string_view::npos ? middle : text.find(')', middle);
    if (end == std::string_view::npos) return std::nullopt;
    if (text.substr(at, end - at).find('\n') != std::string_view::npos) continue;
    std::string_view const target = utf8::trimmed(text.substr(middle + 2, end - middle - 2), " \t");
    return Image{.begin = at, .end = end + 1, .target = std::string(target)};
  }
  return std::nullopt;
}

/// Whether the last role marker above is that of the user. As in version 1, markers are whole lines.
bool is_of_user(std::string_view text, std::size_t at) {
  std::string role;
  for (std::size_t line = 0; line < at;) {
    std::size_t const end = std::min(text.find('\n', line), text.size());
    std::string const word = utf8::lower_ascii(utf8::trimmed(text.substr(line, end - line), " \t\r#"));
    if (word == "system:" || word == "user:" || word == "assistant:") role = word;
    line = end + 1;
  }
  return role == "user:";
}

/// The variable that `{{ name }}` prints.
std::optional<std::string> variable_in(std::string_view target) {
  if (!target.starts_with("{{") || !target.ends_with("}}") || target.size() < 5) return std::nullopt;
  std::string_view const name = utf8::trimmed(target.substr(2, target.size() - 4), " \t");
  constexpr std::string_view characters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  bool const is_name = !name.empty() && name.find_first_not_of(characters) == std::string_view::npos;
  return is_name ? std::optional(std::string(name)) : std::nullopt;
}

bool is_address(std::string_view target) {
  return target.starts_with("http://") || target.starts_with("https://") || target.starts_with("data:");
}

std::string free_name(Draft& draft) {
  Written const* const inputs =
      layout::find(draft.root, "inputs") ? &layout::find(draft.root, "inputs")->value : nullptr;
  std::string name = "image";
  for (int number = 2; inputs != nullptr && layout::find(*inputs, name) != nullptr; ++number) {
    name = fmt::format("image_{}", number);
  }
  return name;
}

/// Declares an image, with an address as its default or without one.
void add_image(Draft& draft, std::string const& name, std::optional<std::string> const& address) {
  Entry& inputs = member_at_root(draft, "inputs");
  std::size_t const column = inner_column(inputs);
  Entry image = layout::member(name, layout::mapping(inputs.value.is_flow), column);
  append_to(image, layout::member("kind", layout::scalar("image"), column + 2));
  if (address) append_to(image, layout::member("default", layout::scalar(Json(*address).dump()), column + 2));
  append_to(inputs, std::move(image));
}

/// Makes an input that is there an image. Returns whether it could.
bool make_image(Entry& input) {
  if (is_mapping(input.value)) {
    Entry* const kind = layout::find(input.value, "kind");
    if (kind == nullptr || (text_of(kind->value) != "string" && text_of(kind->value) != "image")) return false;
    kind->value.text = "image";
    return true;
  }
  if (input.value.shape != Written::Shape::scalar || input.value.text.find('\n') != std::string::npos) return false;
  bool const has_value = !input.value.text.empty();
  if (has_value) input.value.text = Json(text_of(input.value)).dump();
  Entry value = layout::member("default", input.value, 0);
  input.between = ": ";
  input.value = layout::mapping(true);
  layout::append(input.value, layout::member("kind", layout::scalar("image")), 0);
  if (has_value) layout::append(input.value, std::move(value), 0);
  return true;
}

/// Returns the input that stands for the image now; nothing when that cannot be.
std::optional<std::string> input_for(Draft& draft, Image const& image) {
  Entry* const inputs = layout::find(draft.root, "inputs");
  if (inputs != nullptr && !is_mapping(inputs->value)) return std::nullopt;
  if (is_address(image.target)) {
    std::string const name = free_name(draft);
    add_image(draft, name, image.target);
    return name;
  }
  std::optional<std::string> const name = variable_in(image.target);
  if (!name) return std::nullopt;
  Entry* const input = inputs == nullptr ? nullptr : layout::find(inputs->value, *name);
  if (input != nullptr) return make_image(*input) ? name : std::nullopt;
  add_image(draft, *name, std::nullopt);
  return name;
}

}  // namespace

void migrate_images(Draft& draft) {
  if (!draft.is_old) return;
  std::string const text = draft.rest;
  std::string changed;
  std::size_t copied = 0;
  for (std::optional<Image> image = next_image(text, 0); image; image = next_image(text, image->end)) {
    std::optional<std::string> const name = is_of_user(text, image->begin) ? input_for(draft, *image) : std::nullopt;
    if (!name) {
      draft.left.push_back({.offset = draft.rest_start + image->begin,
                            .message = "Version 1 sent this image; now it is text",
                            .hint = "declare an input of kind image, write {{ name }} here, in a message of the user, "
                                    "and give it with --input name=@file"});
      continue;
    }
    changed += text.substr(copied, image->begin - copied) + fmt::format("{{{{ {} }}}}", *name);
    copied = image->end;
  }
  draft.rest = changed + text.substr(copied);
}

}  // namespace prompty::migration
