#include "prompty/secrets/secrets.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"

namespace prompty {
namespace {

constexpr std::string_view mask = "[REDACTED]";

// Each form costs a search through every text. What a file names must not take the place of credentials.
constexpr std::size_t max_forms_by_name = 1024;
constexpr std::size_t max_forms_of_credentials = 1024;
// Lines of one value, and secrets in the URLs of one text.
constexpr std::size_t max_parts = 256;

constexpr std::array<std::string_view, 11> secret_words = {"secret",     "secrets",       "password",   "passwd",
                                                           "passphrase", "token",         "credential", "credentials",
                                                           "cookie",     "authorization", "apikey"};

/// In front of `key` these make a name of data, no secret.
constexpr std::array<std::string_view, 11> words_before_plain_keys = {"cache",     "primary", "foreign",    "sort",
                                                                      "partition", "public",  "index",      "routing",
                                                                      "message",   "object",  "idempotency"};

/// Parameters that are secret in a URL alone.
constexpr std::array<std::string_view, 4> secret_parameters = {"key", "sig", "signature", "code"};

template <std::size_t Count>
bool contains(std::array<std::string_view, Count> const& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

/// Whether a word begins at `at`: behind a separator, at the `K` of `apiKey`, at the `K` of `APIKey`.
bool begins_word(std::string_view name, std::size_t at) {
  if (at == 0 || !utf8::is_letter_or_digit(name[at - 1])) return true;
  if (!is_upper(name[at])) return false;
  bool const lower_follows = at + 1 < name.size() && is_lower(name[at + 1]);
  return !is_upper(name[at - 1]) || lower_follows;
}

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < name.size(); ++at) {
    char const c = name[at];
    if (!utf8::is_letter_or_digit(c)) continue;
    if (words.empty() || begins_word(name, at)) words.emplace_back();
    words.back() += utf8::lower_ascii(c);
  }
  return words;
}

/// Where a secret stands in a text, from `begin` to before `end`.
struct Range {
  std::size_t begin;
  std::size_t end;
};

bool is_secret_parameter(std::string_view name) {
  std::vector<std::string> const words = words_of(name);
  return names_a_secret(name) || (words.size() == 1 && contains(secret_parameters, words.front()));
}

bool is_reference(std::string_view text) {
  return text.starts_with("${");
}

/// Adds the values of secret parameters behind `from`. `text` ends with the URL, so that no search goes on beyond it.
void find_in_query(std::string_view text, std::size_t from, std::vector<Range>& found) {
  for (std::size_t mark = text.find_first_of("?&#", from); mark != std::string_view::npos;
       mark = text.find_first_of("?&#", mark + 1)) {
    std::size_t const parameter_end = std::min(text.find_first_of("&#", mark + 1), text.size());
    std::string_view const parameter = text.substr(mark + 1, parameter_end - mark - 1);
    std::size_t const equals = parameter.find('=');
    if (equals == std::string_view::npos || equals + 1 == parameter.size()) continue;
    if (!is_secret_parameter(parameter.substr(0, equals)) || is_reference(parameter.substr(equals + 1))) continue;
    found.push_back({.begin = mark + 1 + equals + 1, .end = parameter_end});
  }
}

std::vector<Range> secrets_in_urls(std::string_view text) {
  constexpr std::string_view before_authority = "://";
  constexpr std::string_view ends_of_url = " \t\r\n\"'`<>";
  std::vector<Range> found;
  for (std::size_t at = text.find(before_authority); at != std::string_view::npos;) {
    std::size_t const begin = at + before_authority.size();
    std::size_t const end = std::min(text.find_first_of(ends_of_url, begin), text.size());
    std::size_t const host_end = std::min(text.substr(0, end).find_first_of("/?#", begin), end);
    std::size_t const at_sign = text.substr(begin, host_end - begin).rfind('@');
    if (at_sign != std::string_view::npos && at_sign > 0) found.push_back({.begin = begin, .end = begin + at_sign});
    find_in_query(text.substr(0, end), host_end, found);
    at = text.find(before_authority, end);
  }
  return found;
}

/// As it stands between the quotes of JSON text.
std::string escaped(std::string_view text) {
  std::string const quoted = json_text::dump(Json(text));
  return quoted.substr(1, quoted.size() - 2);
}

std::string_view trimmed(std::string_view text) {
  return utf8::trimmed(text, " \t\r\n");
}

/// The credential itself: the scheme is no secret, and a server that echoes a header may leave it out.
std::string_view without_scheme(std::string_view text) {
  for (std::string_view const scheme : {"Bearer ", "bearer ", "Basic ", "basic ", "Token ", "token "}) {
    if (text.starts_with(scheme)) return trimmed(text.substr(scheme.size()));
  }
  return text;
}

void replace_all(std::string& text, std::string_view form) {
  if (text.find(form) == std::string::npos) return;
  std::string replaced;
  std::size_t done = 0;
  for (std::size_t at = text.find(form); at != std::string::npos; at = text.find(form, done)) {
    replaced.append(text, done, at - done).append(mask);
    done = at + form.size();
  }
  text = replaced.append(text, done);
}

/// How much of the beginning of `form` stands right before `end`.
std::size_t beginning_before(std::string_view text, std::size_t end, std::string_view form) {
  for (std::size_t length = std::min(form.size() - 1, end); length >= Secrets::shortest; --length) {
    if (text.substr(end - length, length) == form.substr(0, length)) return length;
  }
  return 0;
}

void replace_beginning(std::string& text, std::size_t end, std::vector<std::string> const& forms) {
  for (std::string const& form : forms) {
    std::size_t const length = beginning_before(text, end, form);
    if (length == 0) continue;
    text.replace(end - length, length, mask);
    return;
  }
}

/// Texts are cut before they are masked, and the beginning of a key is worth hiding as well.
void replace_what_was_cut(std::string& text, std::vector<std::string> const& forms) {
  replace_beginning(text, text.size(), forms);
  for (std::string_view const ellipsis : {"…", " ..."}) {
    for (std::size_t at = text.rfind(ellipsis); at != std::string::npos && at > 0; at = text.rfind(ellipsis, at - 1))
      replace_beginning(text, at, forms);
  }
}

std::string masked_by(std::vector<std::string> const& forms, std::string_view text) {
  std::string shown = without_url_secrets(text);
  for (std::string const& form : forms) replace_all(shown, form);
  if (!forms.empty()) replace_what_was_cut(shown, forms);
  return shown;
}

Json masked_json_by(std::vector<std::string> const& forms, Json const& value) {
  if (value.is_string()) return masked_by(forms, value.get_ref<std::string const&>());
  if (!value.is_structured()) return value;
  if (value.is_array()) {
    Json shown = Json::array();
    for (Json const& element : value) shown.push_back(masked_json_by(forms, element));
    return shown;
  }
  json_text::ObjectBuilder shown;
  for (auto const& [name, member] : value.items()) shown.set(masked_by(forms, name), masked_json_by(forms, member));
  return shown.take();
}

}  // namespace

bool names_a_secret(std::string_view name) {
  std::vector<std::string> const words = words_of(name);
  if (std::ranges::find_first_of(words, secret_words) != words.end()) return true;
  return words.size() > 1 && words.back() == "key" && !contains(words_before_plain_keys, words[words.size() - 2]);
}

std::string without_url_secrets(std::string_view text) {
  std::string shown;
  std::size_t done = 0;
  for (Range const& range : secrets_in_urls(text)) {
    shown += text.substr(done, range.begin - done);
    shown += mask;
    done = range.end;
  }
  return shown += text.substr(done);
}

void Secrets::add(std::string_view value) {
  add_value(value, Source::credential);
}

void Secrets::add_from_urls(std::string_view text) {
  add_from_urls(text, Source::credential);
}

void Secrets::add_named(Json const& value) {
  if (value.is_string()) return add_from_urls(value.get_ref<std::string const&>(), Source::name);
  if (!value.is_structured()) return;
  for (auto const& [name, member] : value.items()) {
    bool const is_named = value.is_object() && names_a_secret(name);
    if (is_named && member.is_string() && !is_reference(member.get_ref<std::string const&>()))
      add_value(member.get_ref<std::string const&>(), Source::name);
    if (is_named && member.is_number()) add_value(json_text::dump(member), Source::name);
    add_named(member);
  }
}

std::string Secrets::masked(std::string_view text) const {
  return masked_by(*forms(), text);
}

Json Secrets::masked_json(Json const& value) const {
  return masked_json_by(*forms(), value);
}

std::shared_ptr<std::vector<std::string> const> Secrets::forms() const {
  std::shared_lock<std::shared_mutex> const lock(mutex_);
  return forms_;
}

void Secrets::add_value(std::string_view value, Source source) {
  std::string_view const secret = without_scheme(trimmed(value));
  add_form(std::string(secret), source);
  add_form(escaped(secret), source);
  add_form(utf8::percent_encoded(secret), source);
  if (secret.find('\n') == std::string_view::npos) return;
  // Output is masked line by line.
  std::string_view rest = secret;
  for (std::size_t lines = 0; lines < max_parts && !rest.empty(); ++lines) {
    std::size_t const end = std::min(rest.find('\n'), rest.size());
    add_form(std::string(trimmed(rest.substr(0, end))), source);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

void Secrets::add_from_urls(std::string_view text, Source source) {
  std::vector<Range> ranges = secrets_in_urls(text);
  if (ranges.size() > max_parts) ranges.resize(max_parts);
  for (Range const& range : ranges) {
    std::string_view const found = text.substr(range.begin, range.end - range.begin);
    add_value(found, source);
    bool const is_user_information = range.end < text.size() && text[range.end] == '@';
    std::size_t const colon = is_user_information ? found.find(':') : std::string_view::npos;
    if (colon != std::string_view::npos) add_value(found.substr(colon + 1), source);
  }
}

void Secrets::add_form(std::string form, Source source) {
  if (form.size() < shortest) return;
  std::unique_lock<std::shared_mutex> const lock(mutex_);
  if (std::find(forms_->begin(), forms_->end(), form) != forms_->end()) return;
  if (source == Source::name && found_by_name_ >= max_forms_by_name) return;
  std::vector<std::string> changed = *forms_;
  changed.push_back(form);
  if (source == Source::name) {
    ++found_by_name_;
  } else {
    credentials_.push_back(std::move(form));
  }
  // A program that gets a new token every hour uses the old ones no more.
  if (credentials_.size() > max_forms_of_credentials) {
    std::erase(changed, credentials_.front());
    credentials_.erase(credentials_.begin());
  }
  std::stable_sort(changed.begin(), changed.end(),
                   [](std::string const& one, std::string const& other) { return one.size() > other.size(); });
  forms_ = std::make_shared<std::vector<std::string> const>(std::move(changed));
}

}  // namespace prompty
