#include "harness/judge/deviations/habit.hpp"
#include "mock-provider/matching/bounded_json.hpp"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace conformance {
namespace {

// Texts

using Rewrite = std::string (*)(std::string text);

constexpr std::string_view ascii_blanks = " \t\n\r\v\f";

std::string replaced(std::string text, RE2 const& pattern, char const* instead) {
  RE2::GlobalReplace(&text, pattern, instead);
  return text;
}

std::string trimmed(std::string text) {
  std::size_t const begin = text.find_first_not_of(ascii_blanks);
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(ascii_blanks) - begin + 1);
}

std::string trimmed_of_unicode(std::string text) {
  static RE2 const outer(
      R"(^[\s\x{0b}\x{1c}-\x{1f}\p{Z}\x{85}\x{feff}]+|[\s\x{0b}\x{1c}-\x{1f}\p{Z}\x{85}\x{feff}]+$)");
  return replaced(std::move(text), outer, "");
}

std::string with_line_feeds(std::string text) {
  static RE2 const line_end(R"(\r\n?)");
  return replaced(std::move(text), line_end, "\n");
}

std::string with_line_feeds_for_all(std::string text) {
  static RE2 const line_end(R"(\r\n|[\r\x{0b}\x{0c}\x{1c}-\x{1e}\x{85}\x{2028}\x{2029}])");
  return replaced(std::move(text), line_end, "\n");
}

std::string without_last_line_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

std::string cut_at_nul(std::string text) {
  return text.substr(0, text.find('\0'));
}

std::string without_controls(std::string text) {
  static RE2 const controls(R"([\x{00}-\x{08}\x{0e}-\x{1f}\x{7f}-\x{9f}])");
  return replaced(std::move(text), controls, "");
}

std::string without_invisible(std::string text) {
  static RE2 const invisible(R"([\x{ad}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{feff}])");
  return replaced(std::move(text), invisible, "");
}

/// The letters to which the hostile texts have marks.
std::string composed(std::string text) {
  static std::array<std::pair<RE2, char const*>, 3> const letters{
      {{"e\u0301", "\u00e9"}, {"A\u030a", "\u00c5"}, {"\u212b", "\u00c5"}}};
  for (auto const& [marked, instead] : letters) text = replaced(std::move(text), marked, instead);
  return text;
}

std::string compatible(std::string text) {
  static std::array<std::pair<RE2, char const*>, 4> const letters{
      {{"\ufb01", "fi"}, {"\uff11", "1"}, {"\u00a0", " "}, {"\u3000", " "}}};
  for (auto const& [odd, instead] : letters) text = replaced(std::move(text), odd, instead);
  return composed(std::move(text));
}

std::string of_the_first_plane(std::string text) {
  static RE2 const beyond(R"([\x{10000}-\x{10ffff}])");
  return replaced(std::move(text), beyond, "\ufffd");
}

std::string of_ascii(std::string text) {
  static RE2 const beyond(R"([^\x{00}-\x{7f}])");
  return replaced(std::move(text), beyond, "?");
}

std::string in_lower_case(std::string text) {
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

std::string with_single_blanks(std::string text) {
  static RE2 const run(R"([ \t\n\r]{2,}|[\t\n\r])");
  return replaced(std::move(text), run, " ");
}

std::string cleaned_as_a_name(std::string text) {
  static RE2 const others("[^a-zA-Z0-9_-]");
  return replaced(std::move(text), others, "_");
}

std::string cut_at_64(std::string text) {
  return text.size() > 64 ? text.substr(0, 64) : text;
}

std::string cut_at_a_kilobyte(std::string text) {
  return text.size() > 1024 ? text.substr(0, 1024) : text;
}

std::string escaped_for_markup(std::string text) {
  static std::array<std::pair<RE2, char const*>, 3> const signs{{{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}}};
  for (auto const& [sign, instead] : signs) text = replaced(std::move(text), sign, instead);
  return text;
}

std::string without_entities(std::string text) {
  static std::array<std::pair<RE2, char const*>, 2> const entities{{{"&lt;", "<"}, {"&amp;", "&"}}};
  for (auto const& [entity, instead] : entities) text = replaced(std::move(text), entity, instead);
  return text;
}

std::string without_markup(std::string text) {
  static RE2 const element("</?[a-z]+>");
  return replaced(std::move(text), element, "");
}

std::string percent_decoded(std::string text) {
  static std::array<std::pair<RE2, char const*>, 2> const escapes{{{"%20", " "}, {"%2F", "/"}}};
  for (auto const& [escape, instead] : escapes) text = replaced(std::move(text), escape, instead);
  return text;
}

std::string unescaped(std::string text) {
  static RE2 const line_feed(R"(\\n)");
  return replaced(std::move(text), line_feed, "\n");
}

std::string with_single_backslashes(std::string text) {
  static RE2 const two(R"(\\\\)");
  return replaced(std::move(text), two, R"(\\)");
}

std::string with_straight_quotes(std::string text) {
  static RE2 const quotes("[\u201c\u201d]");
  return replaced(std::move(text), quotes, "\"");
}

std::string without_quotes(std::string text) {
  bool const is_quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
  return is_quoted ? text.substr(1, text.size() - 2) : text;
}

std::string rendered_again(std::string text) {
  static RE2 const tag(R"(\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{#[^{}]*#\})");
  return replaced(std::move(text), tag, "");
}

std::string with_variables_put_in(std::string text) {
  static RE2 const variable(R"(\$\{[a-zA-Z:]+\}|\$[0-9])");
  return replaced(std::move(text), variable, "");
}

std::string without_fences(std::string text) {
  static RE2 const fence("```[a-z]*\n?");
  return replaced(std::move(text), fence, "");
}

/// The object or list that a text spells; nothing of another text.
std::optional<Json> spelt_structure(std::string const& text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return std::nullopt;
  Json parsed = json_in(text);
  if (parsed.is_discarded()) return std::nullopt;
  return parsed;
}

std::string dumped(Json const& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string respelt(std::string text) {
  std::optional<Json> const spelt = spelt_structure(text);
  return spelt ? dumped(*spelt) : text;
}

Json with_sorted_members(Json const& value) {
  if (value.is_object()) {
    std::map<std::string, Json> members;
    for (auto const& [key, member] : value.items()) members[key] = with_sorted_members(member);
    return Json(members);
  }
  Json changed = value;
  if (value.is_array())
    for (Json& element : changed) element = with_sorted_members(element);
  return changed;
}

Json with_doubles(Json const& value) {
  constexpr double largest_exact = 9'007'199'254'740'992.0;
  if (value.is_number()) {
    double const number = value.get<double>();
    bool const is_whole = std::trunc(number) == number && std::abs(number) <= largest_exact;
    return is_whole ? Json(static_cast<std::int64_t>(number)) : Json(number);
  }
  Json changed = value;
  if (value.is_structured())
    for (Json& member : changed) member = with_doubles(member);
  return changed;
}

/// The text spelt anew where the change is one, and as it is where only blanks would go.
std::string respelt_with(Json (*change)(Json const& value), std::string text) {
  std::optional<Json> const spelt = spelt_structure(text);
  if (!spelt) return text;
  std::string changed = dumped(change(*spelt));
  return changed == dumped(*spelt) ? text : changed;
}

std::string with_sorted_keys(std::string text) {
  return respelt_with(with_sorted_members, std::move(text));
}

std::string with_numbers_as_doubles(std::string text) {
  return respelt_with(with_doubles, std::move(text));
}

std::string with_a_normalised_address(std::string text) {
  static RE2 const begin("^(?i:https?)://[^/]+");
  if (!RE2::PartialMatch(text, begin)) return text;
  static RE2 const port(":443/");
  return replaced(in_lower_case(std::move(text)), port, "/");
}

/// Null, a truth value, a number or a structure for a text that spells one.
Json parsed(Json const& value) {
  auto const& text = value.get_ref<std::string const&>();
  if (text.empty() || text.size() > 1000 || text.find_first_of("0123456789{[ntf") != 0) return value;
  Json const read = json_in(text);
  return read.is_discarded() ? value : read;
}

/// A number for a text that YAML 1.1 or a lenient conversion takes for one.
Json number_of(Json const& value) {
  static RE2 const octal("0[0-7]+");
  static RE2 const hexadecimal("0x[0-9a-fA-F]+");
  auto const& text = value.get_ref<std::string const&>();
  if (RE2::FullMatch(text, octal)) return std::stoll(text, nullptr, 8);
  if (RE2::FullMatch(text, hexadecimal)) return std::stoll(text, nullptr, 16);
  return value;
}

Json null_for_a_word(Json const& value) {
  auto const& text = value.get_ref<std::string const&>();
  bool const is_null = text == "None" || text == "undefined" || text == "~" || text == "null" || text == "NaN";
  return is_null ? Json() : value;
}

Json truth_of_a_word(Json const& value) {
  auto const& text = value.get_ref<std::string const&>();
  if (text == "yes" || text == "true" || text == "on") return true;
  if (text == "no" || text == "false" || text == "off") return false;
  return value;
}

Json with_a_time(Json const& value) {
  static RE2 const date(R"(\d{4}-\d{2}-\d{2})");
  auto const& text = value.get_ref<std::string const&>();
  return RE2::FullMatch(text, date) ? Json(text + "T00:00:00") : value;
}

Json empty_for_an_inherited_name(Json const& value) {
  auto const& text = value.get_ref<std::string const&>();
  bool const is_inherited = text == "__proto__" || text == "constructor" || text == "toString";
  return is_inherited ? Json() : value;
}

Habit rewriting(std::string name, std::string breaks, Rewrite rewrite) {
  return {.name = std::move(name), .breaks = std::move(breaks), .change = [rewrite](Json const& value) {
            return value.is_string() ? Json(rewrite(value.get<std::string>())) : value;
          }};
}

Habit converting(std::string name, std::string breaks, Json (*convert)(Json const& value)) {
  return {.name = std::move(name), .breaks = std::move(breaks), .change = [convert](Json const& value) {
            return value.is_string() ? convert(value) : value;
          }};
}

std::vector<Habit> text_habits() {
  return {
      rewriting("trimmed", "White space of ASCII at both ends goes.", trimmed),
      rewriting("trimmed-of-unicode", "White space of every kind at both ends goes.", trimmed_of_unicode),
      rewriting("last-line-end-lost", "A line feed at the end goes.", without_last_line_end),
      rewriting("universal-newlines", "CR LF and CR become LF.", with_line_feeds),
      rewriting("all-line-ends", "What Unicode calls a line end becomes LF.", with_line_feeds_for_all),
      rewriting("blanks-collapsed", "Runs of blanks become one.", with_single_blanks),
      rewriting("c-string", "The text ends at a NUL.", cut_at_nul),
      rewriting("controls-lost", "Control characters go.", without_controls),
      rewriting("invisible-lost", "What shows nothing, as zero-width spaces, goes.", without_invisible),
      rewriting("composed", "Letters and their marks are composed (NFC).", composed),
      rewriting("compatible", "Letters become their plain counterparts (NFKC).", compatible),
      rewriting("first-plane", "Characters beyond the first plane are lost.", of_the_first_plane),
      rewriting("ascii", "Characters beyond ASCII are lost.", of_ascii),
      rewriting("case-blind", "Capital letters become small ones.", in_lower_case),
      rewriting("cleaned", "What does not belong into an identifier becomes an underscore.", cleaned_as_a_name),
      rewriting("cut-at-64", "The text ends after 64 bytes.", cut_at_64),
      rewriting("cut-at-a-kilobyte", "The text ends after 1,024 bytes.", cut_at_a_kilobyte),
      rewriting("escaped-markup", "Signs of markup are escaped.", escaped_for_markup),
      rewriting("entities-resolved", "Entities of markup are resolved.", without_entities),
      rewriting("markup-lost", "Elements of markup go.", without_markup),
      rewriting("percent-decoded", "Percent escapes are resolved.", percent_decoded),
      rewriting("unescaped", "A backslash and an n become a line feed.", unescaped),
      rewriting("backslashes-halved", "Two backslashes become one.", with_single_backslashes),
      rewriting("straight-quotes", "Typographic quotes become straight ones.", with_straight_quotes),
      rewriting("quotes-lost", "Quotes around the text go.", without_quotes),
      rewriting("rendered-again", "What looks like a template is rendered once more.", rendered_again),
      rewriting("variables-put-in", "What looks like a variable of a shell is put in.", with_variables_put_in),
      rewriting("fences-lost", "Fences of Markdown go.", without_fences),
      rewriting("respelt-json", "JSON text is parsed and written anew.", respelt),
      rewriting("sorted-map", "In JSON text the members of objects are sorted.", with_sorted_keys),
      rewriting("doubles", "In JSON text all numbers are doubles.", with_numbers_as_doubles),
      rewriting("normalised-address", "Addresses are normalised.", with_a_normalised_address),
      converting("parsed", "A text that is JSON becomes what it spells.", parsed),
      converting("lenient-number", "Octal and hexadecimal digits become a number.", number_of),
      converting("null-word", "A word for nothing becomes null.", null_for_a_word),
      converting("truth-word", "A word of YAML 1.1 becomes a truth value.", truth_of_a_word),
      converting("dated", "A date becomes a point in time.", with_a_time),
      converting("inherited-name", "A name that every object of JavaScript has is lost.", empty_for_an_inherited_name),
  };
}

// Numbers, lists and objects

constexpr std::size_t most_elements = 10;

bool is_falsy(Json const& value) {
  return value.is_null() || value == false || value == 0 || value == "";
}

Json without_members(Json const& value, bool (*is_lost)(std::string const& key, Json const& member)) {
  if (!value.is_object()) return value;
  Json kept = Json::object();
  for (auto const& [key, member] : value.items()) {
    if (!is_lost(key, member)) kept[key] = member;
  }
  return kept;
}

Json without_falsy_members(Json const& value) {
  return without_members(value, [](std::string const&, Json const& member) {
    return is_falsy(member) || (member.is_structured() && member.empty());
  });
}

Json without_null_members(Json const& value) {
  return without_members(value, [](std::string const&, Json const& member) { return member.is_null(); });
}

Json without_inherited_members(Json const& value) {
  return without_members(value, [](std::string const& key, Json const&) {
    static std::set<std::string> const inherited = {"__proto__", "constructor", "toString", "length"};
    return inherited.contains(key);
  });
}

Json without_repetitions(Json const& value) {
  if (!value.is_array()) return value;
  Json kept = Json::array();
  for (Json const& element : value) {
    if (std::find(kept.begin(), kept.end(), element) == kept.end()) kept.push_back(element);
  }
  return kept;
}

Json sorted(Json value) {
  if (value.is_array()) std::sort(value.begin(), value.end());
  return value;
}

Json reversed(Json value) {
  if (value.is_array()) std::reverse(value.begin(), value.end());
  return value;
}

Json first_only(Json const& value) {
  return value.is_array() && value.size() > 1 ? Json::array({value.front()}) : value;
}

Json last_only(Json const& value) {
  return value.is_array() && value.size() > 1 ? Json::array({value.back()}) : value;
}

Json cut_at_ten(Json const& value) {
  if (!value.is_array() || value.size() <= most_elements) return value;
  Json kept = Json::array();
  for (std::size_t index = 0; index < most_elements; ++index) kept.push_back(value[index]);
  return kept;
}

Json without_falsy_elements(Json const& value) {
  if (!value.is_array()) return value;
  Json kept = Json::array();
  std::copy_if(value.begin(), value.end(), std::back_inserter(kept),
               [](Json const& element) { return !is_falsy(element); });
  return kept;
}

Json alone_for_one(Json const& value) {
  return value.is_array() && value.size() == 1 ? value.front() : value;
}

Json null_for_falsy(Json const& value) {
  bool const is_lost = value == false || value == 0 || value == "" || (value.is_structured() && value.empty());
  return is_lost ? Json() : value;
}

Json as_text(Json const& value) {
  return value.is_number() || value.is_boolean() ? Json(value.dump()) : value;
}

Json of_32_bits(Json const& value) {
  if (!value.is_number_integer()) return value;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value.get<std::int64_t>()));
}

Json with_six_digits(Json const& value) {
  if (!value.is_number_float()) return value;
  char written[32];
  std::snprintf(written, sizeof written, "%.6g", value.get<double>());
  return std::strtod(written, nullptr);
}

Json of_single_precision(Json const& value) {
  return value.is_number_float() ? Json(static_cast<double>(static_cast<float>(value.get<double>()))) : value;
}

Json whole(Json const& value) {
  return value.is_number_float() && std::isfinite(value.get<double>()) && std::abs(value.get<double>()) < 1e15
             ? Json(static_cast<std::int64_t>(std::trunc(value.get<double>())))
             : value;
}

Json never_negative(Json const& value) {
  return value.is_number() && value.get<double>() < 0 ? Json(0) : value;
}

std::vector<Habit> with_those_of_texts(std::vector<Habit> habits) {
  std::vector<Habit> texts = text_habits();
  texts.insert(texts.end(), std::make_move_iterator(habits.begin()), std::make_move_iterator(habits.end()));
  return texts;
}

// As mistakes

/// The value with the habit everywhere in it; members and elements first.
Json struck(Json value, Habit const& habit) {
  if (value.is_structured())
    for (Json& member : value) member = struck(std::move(member), habit);
  return habit.concerns(value) ? habit.change(value) : std::move(value);
}

/// The list of the items of a stream is no part of what they say.
Json struck_everywhere(Json answer, Habit const& habit) {
  answer["value"] = struck(std::move(answer["value"]), habit);
  for (Json& item : answer["items"]) item = struck(std::move(item), habit);
  return answer;
}

}  // namespace

bool Habit::concerns(Json const& value) const {
  switch (of) {
    case HabitOf::texts:
      return value.is_string();
    case HabitOf::numbers:
      return value.is_number() || value.is_boolean();
    case HabitOf::lists:
      return value.is_array();
    case HabitOf::objects:
      return value.is_object();
    case HabitOf::plain:
      return !value.is_structured() || value.empty();
  }
  return false;
}

std::vector<Habit> const& all_habits() {
  static std::vector<Habit> const all = with_those_of_texts({
      {"falsy-is-absent", "Members that are null, false, 0 or empty go.", without_falsy_members, HabitOf::objects},
      {"null-is-absent", "Members that are null go.", without_null_members, HabitOf::objects},
      {"plain-object-as-map", "Members go whose names every object of JavaScript has.", without_inherited_members,
       HabitOf::objects},
      {"falsy-is-null", "What is false, 0 or empty becomes null.", null_for_falsy, HabitOf::plain},
      {"repetitions-lost", "What repeats in a list goes.", without_repetitions, HabitOf::lists},
      {"sorted-list", "A list is sorted.", sorted, HabitOf::lists},
      {"reversed-list", "A list comes the other way round.", reversed, HabitOf::lists},
      {"first-only", "Of a list the first element stays.", first_only, HabitOf::lists},
      {"last-only", "Of a list the last element stays.", last_only, HabitOf::lists},
      {"cut-at-ten", "Of a list ten elements stay.", cut_at_ten, HabitOf::lists},
      {"falsy-elements-lost", "Elements that are null, false, 0 or empty go.", without_falsy_elements, HabitOf::lists},
      {"list-of-one", "A list of one element becomes that element.", alone_for_one, HabitOf::lists},
      {"number-as-text", "Numbers and truth values become texts.", as_text, HabitOf::numbers},
      {"32-bits", "Integers have 32 bits.", of_32_bits, HabitOf::numbers},
      {"single-precision", "Fractions have 24 bits.", of_single_precision, HabitOf::numbers},
      {"six-digits", "Fractions are written with six digits.", with_six_digits, HabitOf::numbers},
      {"whole-numbers", "Fractions are cut off.", whole, HabitOf::numbers},
      {"never-negative", "Negative numbers become 0.", never_negative, HabitOf::numbers},
  });
  return all;
}

Deviation struck_by(Habit const& habit, std::string id, std::set<std::string> operations,
                    std::function<Json(Json const& answer)> strike) {
  auto const change = [strike = std::move(strike)](Reply reply) {
    if (reply.status != Reply::Status::result) return reply;
    Json made = strike({{"value", std::move(reply.value)}, {"items", std::move(reply.items)}});
    reply.value = std::move(made.at("value"));
    reply.items = made.at("items").get<std::vector<Json>>();
    return reply;
  };
  return {
      .id = std::move(id),
      .clause = "",
      .breaks = habit.breaks,
      .answer = [change](std::string const& operation, Json const& params,
                         AskReference const& reference) { return change(reference(operation, params)); },
      .operations = std::move(operations),
      .change = [change](AnsweredCall const& call, AskReference const&) { return std::optional(change(call.reply)); },
      .tells_late = [](std::string const&, Json const&) { return true; }};
}

std::vector<Deviation> const& habits_everywhere() {
  static std::vector<Deviation> const mistakes = [] {
    std::vector<Deviation> made;
    for (Habit const& habit : all_habits())
      made.push_back(
          struck_by(habit, habit.name, {}, [&habit](Json const& answer) { return struck_everywhere(answer, habit); }));
    return made;
  }();
  return mistakes;
}

}  // namespace conformance
