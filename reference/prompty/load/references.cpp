#include "prompty/load/references.hpp"

#include <algorithm>
#include <map>

#include "prompty/core/match.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/errors.hpp"
#include "prompty/load/file_access.hpp"

namespace prompty {
namespace reference_text {
namespace {

constexpr std::string_view opener = "${";
constexpr std::string_view variable_protocol = "env:";
constexpr std::string_view file_protocol = "file:";

/// P4.11-02: in any letter case, unlike the name of a variable, which the system compares exactly.
bool has_known_protocol(std::string_view inner) {
  return utf8::starts_with_ignoring_case(inner, variable_protocol) ||
         utf8::starts_with_ignoring_case(inner, file_protocol);
}

/// `inner` is what stands between the braces, with a known protocol. Nothing of it is trimmed (P4.11-09).
Reference reference_in(std::string_view inner) {
  if (utf8::starts_with_ignoring_case(inner, file_protocol))
    return FileReference{.path = inner.substr(file_protocol.size())};
  std::string_view const named = inner.substr(variable_protocol.size());
  // P2.11-08: only this colon divides, so that an address can be a default.
  std::size_t const colon = named.find(':');
  if (colon == std::string_view::npos) return VariableReference{.name = named};
  // P2.11-09: an empty default is still one.
  return VariableReference{.name = named.substr(0, colon), .default_value = named.substr(colon + 1)};
}

/// The brace that closes it, of each brace behind a dollar sign that is closed.
std::map<std::size_t, std::size_t> closing_braces(std::string_view text) {
  std::map<std::size_t, std::size_t> closing;
  std::vector<std::size_t> open;
  for (std::size_t at = text.find_first_of("{}"); at != std::string_view::npos; at = text.find_first_of("{}", at + 1)) {
    if (text[at] == '{') {
      open.push_back(at);
    } else if (!open.empty()) {
      if (open.back() > 0 && text[open.back() - 1] == '$') closing.emplace(open.back(), at);
      open.pop_back();
    }
  }
  return closing;
}

}  // namespace

std::vector<Embedded> all(std::string_view text) {
  std::vector<Embedded> found;
  std::size_t at = text.find(opener);
  if (at == std::string_view::npos) return found;
  // Of the whole text at once: to look for each brace anew would take quadratic time.
  std::map<std::size_t, std::size_t> const closing = closing_braces(text);
  for (; at != std::string_view::npos; at = text.find(opener, at)) {
    std::size_t const start = at + opener.size();
    // P4.11-01: `${name}` may be meant for a later reader of the value.
    if (!has_known_protocol(text.substr(start))) {
      at = start;
      continue;
    }
    // P2.11-08: all of the default belongs to it, JSON with its braces too; a text behind the reference does not.
    auto const closed = closing.find(start - 1);
    std::size_t const end = closed != closing.end() ? closed->second : text.find('}', start);
    if (end == std::string_view::npos) break;
    found.push_back({.begin = at, .end = end + 1, .reference = reference_in(text.substr(start, end - start))});
    at = end;
  }
  return found;
}

}  // namespace reference_text

namespace references {
namespace {

using reference_text::FileReference;
using reference_text::VariableReference;

std::size_t count_values(Json const& value) {
  std::size_t count = 1;
  if (!value.is_structured()) return count;
  for (Json const& part : value) count += count_values(part);
  return count;
}

/// Walks one tree. `path_` and `files_` say where it is, the counters what has been brought in and reported so far.
class Resolver {
 public:
  Resolver(Outline const& outline, Surroundings const& surroundings, ProblemListener const& listener)
      : spot_(outline.begin()), surroundings_(surroundings), listener_(listener) {}

  [[nodiscard]] Outcome resolved(Json& value) {
    walk(value);
    return std::move(outcome_);
  }

 private:
  void walk(Json& value) {
    // What a file brings in stands where the reference to it does.
    if (files_.empty()) offset_ = (spot_++)->offset;
    if (value.is_structured()) return walk_parts(value);
    // P2.11-19: only strings can refer to something.
    if (!value.is_string()) return;
    std::size_t const depth = path_.size();
    std::size_t const files = files_.size();
    try {
      replace(value);
    } catch (Error const& problem) {
      if (!listener_) throw;
      path_.resize(depth);
      files_.resize(files);
      outcome_.values.erase(&value);
      outcome_.failed.insert(&value);
      ++reported_;
      listener_(problem);
    }
  }

  /// A key, or the index of a list element.
  using Step = std::variant<std::string_view, std::size_t>;

  void walk_parts(Json& value) {
    require(path_.size() < limits_.depth, errors::references_too_deep, limits_.depth);
    std::size_t index = 0;
    // P2.11-16, P2.11-17: elements of lists like members. P2.11-19: keys are only passed by.
    for (auto const& [key, part] : value.items()) {
      path_.push_back(value.is_array() ? Step(index) : Step(std::string_view(key)));
      walk(part);
      path_.pop_back();
      ++index;
    }
  }

  void replace(Json& value) {
    std::string_view const text = value.get_ref<std::string const&>();
    std::vector<reference_text::Embedded> const found = reference_text::all(text);
    // P2.11-01: most strings have none and are left alone.
    if (found.empty()) return;
    outcome_.values.insert(&value);
    if (found[0].begin != 0 || found[0].end != text.size()) {
      value = with_texts_replaced(text, found);
      return;
    }
    // P4.11-03: the value of a variable is not walked; it may hold `${` for reasons of its own.
    match(
        found[0].reference, [&](VariableReference const& reference) { value = variable(reference); },
        [&](FileReference const& reference) { replace_by_file(reference, value); });
  }

  void replace_by_file(FileReference const& reference, Json& value) {
    std::filesystem::path const file = locate(reference);
    // A chain of files takes stack like nesting does.
    require(files_.size() < limits_.depth, errors::references_too_deep, limits_.depth);
    std::optional<structured_file::Format> const format = structured_file::format_of(file);
    if (!format) {
      // P2.11-14, P4.11-03: byte for byte, and not searched.
      value = content(file);
      return;
    }
    // P4.11-05: only files still being walked are in the list, so that one used twice side by side is no cycle.
    if (std::find(files_.begin(), files_.end(), file) != files_.end()) {
      throw errors::referenced_files_form_cycle(cycle_through(file), site());
    }
    value = values(*format, file);
    // P4.11-04: like the strings of the prompt, at whose folder `locate` starts for these too.
    files_.push_back(file);
    walk(value);
    files_.pop_back();
  }

  [[nodiscard]] std::string with_texts_replaced(std::string_view text,
                                                std::vector<reference_text::Embedded> const& found) {
    std::string replaced;
    std::size_t done = 0;
    for (reference_text::Embedded const& embedded : found) {
      // P2.11-20: the text between references is copied.
      replaced += text.substr(done, embedded.begin - done);
      done = embedded.end;
      match(
          embedded.reference, [&](VariableReference const& reference) { replaced += variable(reference); },
          [&](FileReference const& reference) {
            std::filesystem::path const file = locate(reference);
            // P4.11-08: there is no one way to write a tree into a line of text.
            if (structured_file::format_of(file)) throw errors::values_inside_text(reference.path, site());
            replaced += content(file);
          });
    }
    return replaced += text.substr(done);
  }

  enum class ValueSource : std::uint8_t { environment, file };

  [[nodiscard]] std::string variable(VariableReference const& reference) {
    std::string const name(reference.name);
    // P2.11-03: a string also where it looks like a number; the reader of the property may take it for one (A-021).
    std::optional<std::string> value = surroundings_.options.environment(name);
    // P2.11-05, P2.11-06: the default is not looked at while the variable is set, be it to the empty string.
    bool const is_set = value.has_value();
    if (!is_set && reference.default_value) value = std::string(*reference.default_value);
    // P2.11-04, P4.1-10: an empty text instead would hide that a key was forgotten.
    if (!value) throw errors::variable_not_set(name, site());
    // What JSON cannot hold would come out as other bytes later.
    if (utf8::first_invalid_byte(*value)) throw errors::variable_not_utf8(name, site());
    take_bytes(value->size());
    note_secret(name, *value, is_set ? ValueSource::environment : ValueSource::file);
    return std::move(*value);
  }

  /// Not every variable is a secret: the name of a model must stay readable. The name decides, of the variable or of
  /// the property that it stands in, of which it may be only a part, such as "Bearer ${env:T}".
  void note_secret(std::string const& variable, std::string const& value, ValueSource source) const {
    if (surroundings_.options.secrets == nullptr) return;
    std::string_view const* const key = path_.empty() ? nullptr : std::get_if<std::string_view>(&path_.back());
    if (!names_a_secret(variable) && (key == nullptr || !names_a_secret(*key))) return;
    if (source == ValueSource::environment) return surroundings_.options.secrets->add(value);
    // A default is in the file, which may have any number of them.
    surroundings_.options.secrets->add_named(Json{{"secret", value}});
  }

  [[nodiscard]] std::filesystem::path locate(FileReference const& reference) const {
    // The operating system would cut the name there.
    if (reference.path.find('\0') != std::string_view::npos) {
      throw errors::referenced_file_not_found(reference.path, site());
    }
    std::optional<std::filesystem::path> located =
        file_boundary::locate(reference.path, surroundings_.folder(), surroundings_.options.allowed_roots);
    if (!located) throw errors::referenced_file_outside(reference.path, site());
    return std::move(*located);
  }

  [[nodiscard]] std::string content(std::filesystem::path const& file) {
    // Also while problems are being collected, no file is read once there are too many or too large ones.
    require(++opened_ <= limits_.files, errors::references_too_many_files, limits_.files);
    take_bytes(0);
    std::size_t const max_bytes = limits_.file_bytes;
    // P2.11-15: of its own error kind, so that a caller can distinguish a missing file from a malformed one.
    std::string bytes = match(
        file_access::read(file, max_bytes), [](std::string&& read) { return std::move(read); },
        // P4.1-11: the path shown is where the file was looked for.
        [&](file_access::NotFound) -> std::string { throw errors::referenced_file_not_found(file.string(), site()); },
        [&](file_access::TooLarge) -> std::string {
          bytes_ += max_bytes;
          throw errors::referenced_file_too_large(file.string(), max_bytes, site());
        },
        [&](file_access::Unreadable const& failure) -> std::string {
          throw errors::referenced_file_unreadable(file.string(), failure.reason, site());
        });
    take_bytes(bytes.size());
    if (std::optional<std::size_t> const invalid = utf8::first_invalid_byte(bytes)) {
      Place const place = yaml::place_at(bytes, *invalid, {.file = file.string()});
      throw errors::referred_to(errors::referenced_file_not_utf8(place), site());
    }
    return bytes;
  }

  [[nodiscard]] Json values(structured_file::Format format, std::filesystem::path const& file) {
    require(values_ <= limits_.values, errors::references_too_many_values, limits_.values);
    std::string const text = content(file);
    Json parsed;
    try {
      parsed = structured_file::parse(format, text, file.string(), limits_.values);
    } catch (ValueError const& malformed) {
      // P4.11-06: the place lies in the other file; which property refers to it is added.
      throw errors::referred_to(malformed, site());
    }
    values_ += count_values(parsed);
    require(values_ <= limits_.values, errors::references_too_many_values, limits_.values);
    return parsed;
  }

  void take_bytes(std::size_t count) {
    bytes_ += count;
    require(bytes_ <= limits_.bytes, errors::references_too_long, limits_.bytes);
  }

  void require(bool is_within, errors::AboutLimit const& otherwise, std::size_t limit) const {
    if (!is_within) throw otherwise(limit, site());
  }

  [[nodiscard]] std::string cycle_through(std::filesystem::path const& file) const {
    std::string chain;
    std::vector<std::filesystem::path>::const_iterator const start = std::find(files_.begin(), files_.end(), file);
    std::for_each(start, files_.end(), [&](std::filesystem::path const& one) { chain += one.string() + " -> "; });
    return chain + file.string();
  }

  [[nodiscard]] errors::ReferenceSite site() const {
    std::string path;
    for (Step const& step : path_) {
      match(
          step, [&](std::size_t index) { path = element_path(path, index); },
          [&](std::string_view key) { path += fmt::format("{}{}", path.empty() ? "" : ".", key); });
    }
    Place place = reported_ < max_placed_problems ? surroundings_.place_at(offset_) : Place{};
    return {.property_path = std::move(path), .place = std::move(place)};
  }

  /// That of the next value as it is written.
  Outline::const_iterator spot_;
  Surroundings const& surroundings_;
  Limits const& limits_ = surroundings_.limits;
  ProblemListener const& listener_;
  std::vector<Step> path_;
  std::vector<std::filesystem::path> files_;
  std::size_t offset_ = 0;
  std::size_t opened_ = 0;
  std::size_t bytes_ = 0;
  std::size_t values_ = 0;
  std::size_t reported_ = 0;
  Outcome outcome_;
};

}  // namespace

Outcome resolve(Json& value, Outline const& outline, Surroundings const& surroundings,
                ProblemListener const& listener) {
  return Resolver(outline, surroundings, listener).resolved(value);
}

}  // namespace references
}  // namespace prompty
