#include <fmt/core.h>

#include <re2/re2.h>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "prompty/core/utf8.hpp"
#include "prompty/load/migrate_draft.hpp"
#include "prompty/typed/json_reader.hpp"

namespace prompty::migration {
namespace {

namespace layout = yaml::layout;

/// `![words](target)` in the text of a prompt.
struct Image {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string target;
};

/// The target without the title behind it, as in `(a.png "A boat")`, which version 1 did not send.
std::string_view without_title(std::string_view target) {
  if (!target.ends_with('"')) return target;
  std::size_t const quote = target.find('"');
  std::string_view const address = utf8::trimmed(target.substr(0, quote), " \t");
  return quote + 1 < target.size() && address.size() < quote ? address : target;
}

std::optional<Image> next_image(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find("![", from); at != std::string_view::npos; at = text.find("![", at + 1)) {
    std::size_t const middle = text.find("](", at);
    std::size_t const end = middle == std::string_view::npos ? middle : text.find(')', middle);
    if (end == std::string_view::npos) return std::nullopt;
    if (text.substr(at, end - at).find('\n') != std::string_view::npos) continue;
    std::string_view const target = utf8::trimmed(text.substr(middle + 2, end - middle - 2), " \t");
    return Image{.begin = at, .end = end + 1, .target = std::string(without_title(target))};
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

/// Declares an input of that kind, with an address as its default or without one.
void add_input(Draft& draft, std::string const& name, std::string_view kind,
               std::optional<std::string> const& address = std::nullopt) {
  Entry& inputs = member_at_root(draft, "inputs");
  std::size_t const column = inner_column(inputs);
  Entry image = layout::member(name, layout::mapping(inputs.value.is_flow), column);
  append_to(image, layout::member("kind", layout::scalar(std::string(kind)), column + 2));
  if (address) append_to(image, layout::member("default", layout::scalar(Json(*address).dump()), column + 2));
  append_to(inputs, std::move(image));
}

/// Makes an input that is there one of that kind, `described` being the kinds that it may have had. Returns whether it
/// could.
bool make_kind(Entry& input, std::string_view kind, std::initializer_list<std::string_view> described) {
  Written& value = input.value;
  if (Entry* const written = layout::find(value, "kind")) {
    if (std::ranges::find(described, text_of(written->value)) == described.end()) return false;
    written->value.text = std::string(kind);
    return true;
  }
  if (is_mapping(value) || value.shape == Written::Shape::alias) return false;
  bool const has_text = value.shape == Written::Shape::scalar && !layout::value_of(value).is_null();
  // Not all that is plain outside of brackets is plain in them.
  if (has_text) value.text = Json(text_of(value)).dump();
  if (has_text || value.shape == Written::Shape::list) {
    make_default(input, kind);
  } else {
    input.between = ": ";
    value = layout::mapping(true);
    layout::append(value, layout::member("kind", layout::scalar(std::string(kind))), 0);
  }
  return true;
}

/// Returns the input that stands for the image now; nothing when that cannot be.
std::optional<std::string> input_for(Draft& draft, Image const& image) {
  Entry* const inputs = layout::find(draft.root, "inputs");
  if (inputs != nullptr && !is_mapping(inputs->value)) return std::nullopt;
  if (is_address(image.target)) {
    std::string const name = free_name(draft);
    add_input(draft, name, "image", image.target);
    return name;
  }
  std::optional<std::string> name = variable_in(image.target);
  if (!name) return std::nullopt;
  Entry* const input = inputs == nullptr ? nullptr : layout::find(inputs->value, *name);
  if (input != nullptr) return make_kind(*input, "image", {"string", "image"}) ? name : std::nullopt;
  add_input(draft, *name, "image");
  return name;
}

/// An input is sent as it is, where version 1 read the file that it named.
void note_file(Draft& draft, Image const& image, std::string const& name) {
  Entry const* const input = layout::find(layout::find(draft.root, "inputs")->value, name);
  Entry const* const fallback = layout::find(input->value, "default");
  std::string const target = fallback == nullptr ? "" : text_of(fallback->value);
  if (target.empty() || is_address(target) || target.find("${") != std::string::npos) return;
  draft.left.push_back({.offset = draft.rest_start + image.begin,
                        .message = fmt::format("Version 1 read the file that the default of {} names; now the name "
                                               "itself is sent",
                                               name),
                        .hint = fmt::format("give it with --input {}=@file, or write the address of the image", name)});
}

/// Whether a default is such that a thread takes it.
bool are_messages(Written const& value) {
  Json const messages = layout::value_of(value);
  if (messages.is_null()) return true;
  return messages.is_array() && std::ranges::all_of(messages, [](Json const& message) {
           return message.is_object() && message.size() == 2 && member_of(message, "role").is_string() &&
                  member_of(message, "content").is_string();
         });
}

bool make_thread(Draft& draft, std::string const& name) {
  Entry* const inputs = layout::find(draft.root, "inputs");
  if (inputs != nullptr && !is_mapping(inputs->value)) return false;
  Entry* const input = inputs == nullptr ? nullptr : layout::find(inputs->value, name);
  if (input == nullptr) {
    add_input(draft, name, "thread");
    return true;
  }
  Entry const* const fallback = layout::find(input->value, "default");
  bool const is_short = !is_mapping(input->value);
  if ((is_short || fallback != nullptr) && !are_messages(is_short ? input->value : fallback->value)) return false;
  return make_kind(*input, "thread", {"array", "thread"});
}

}  // namespace

void migrate_history(Draft& draft) {
  Entry const* const engine = layout::find(draft.root, "template");
  bool const says_strict = engine != nullptr && layout::joined(engine->value).find("strict") != std::string::npos;
  if (!draft.is_old || says_strict) return;
  static re2::RE2 const loop(R"((\{%-?\s*for\s+(\w+)\s+in\s+(\w+)\s*-?%\}\s*#?\s*\{\{-?\s*(\w+)\.role\s*-?\}\}\s*:\s*)"
                             R"(\{\{-?\s*(\w+)\.content\s*-?\}\}\s*\{%-?\s*endfor\s*-?%\}))");
  std::string item;
  std::string name;
  std::string of_role;
  std::string of_content;
  re2::StringPiece found;
  if (!re2::RE2::PartialMatch(draft.rest, loop, &found, &item, &name, &of_role, &of_content)) return;
  if (item != of_role || item != of_content || !make_thread(draft, name)) return;
  std::size_t const begin = static_cast<std::size_t>(found.data() - draft.rest.data());
  draft.rest.replace(begin, found.size(), fmt::format("{{{{ {} }}}}", name));
}

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
    note_file(draft, *image, *name);
    changed += text.substr(copied, image->begin - copied) + fmt::format("{{{{ {} }}}}", *name);
    copied = image->end;
  }
  draft.rest = changed + text.substr(copied);
}

}  // namespace prompty::migration
