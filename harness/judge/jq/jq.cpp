#include "harness/judge/jq/jq.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <thread>

extern "C" {
#include <jq.h>
}

namespace conformance {
namespace {

std::string choice_between(std::vector<std::string> const& filters, std::size_t begin, std::size_t end,
                           std::size_t first) {
  if (begin == end) return ".";
  if (end - begin == 1) return fmt::format("(\n{}\n)", filters[begin]);
  std::size_t const middle = begin + (end - begin) / 2;
  return fmt::format("if $which < {} then {} else {} end", first + middle,
                     choice_between(filters, begin, middle, first), choice_between(filters, middle, end, first));
}

void append_error(void* errors, jv message) {
  jv const text = jq_format_error(message);
  std::string& lines = *static_cast<std::string*>(errors);
  lines += jv_string_value(text);
  lines += '\n';
  jv_free(text);
}

jv own_copy(jv const& value);

jv own_copy_of_object(jv const& object) {
  jv made = jv_object();
  for (int at = jv_object_iter(object); jv_object_iter_valid(object, at) != 0; at = jv_object_iter_next(object, at)) {
    jv const key = jv_object_iter_key(object, at);
    jv const element = jv_object_iter_value(object, at);
    made = jv_object_set(made, own_copy(key), own_copy(element));
    jv_free(key);
    jv_free(element);
  }
  return made;
}

/// A value that shares no memory with this one. It belongs to the caller.
jv own_copy(jv const& value) {
  switch (jv_get_kind(value)) {
    case JV_KIND_STRING:
      return jv_string_sized(jv_string_value(value), jv_string_length_bytes(jv_copy(value)));
    case JV_KIND_ARRAY: {
      int const length = jv_array_length(jv_copy(value));
      jv made = jv_array_sized(length);
      for (int index = 0; index < length; ++index) {
        jv const element = jv_array_get(jv_copy(value), index);
        made = jv_array_append(made, own_copy(element));
        jv_free(element);
      }
      return made;
    }
    case JV_KIND_OBJECT:
      return own_copy_of_object(value);
    case JV_KIND_NUMBER:
      return jv_number(jv_number_value(value));
    case JV_KIND_INVALID: {
      jv const message = jv_invalid_get_msg(jv_copy(value));
      jv const made = jv_invalid_with_msg(own_copy(message));
      jv_free(message);
      return made;
    }
    case JV_KIND_NULL:
    case JV_KIND_FALSE:
    case JV_KIND_TRUE:
      break;
  }
  return value;
}

/// Whether the value is a member of the object itself, not one that equals it.
bool is_member_of(jv const& object, jv const& value) {
  bool is_member = false;
  for (int at = jv_object_iter(object); jv_object_iter_valid(object, at) != 0; at = jv_object_iter_next(object, at))
    is_member = jv_identical(jv_object_iter_value(object, at), jv_copy(value)) != 0 || is_member;
  return is_member;
}

/// Every integer up to here is a double.
constexpr double largest_exact_integer = 9007199254740992.0;

/// In front of the number of a text that is no UTF-8: U+10FFFD, which is no letter.
constexpr std::string_view odd_text_mark = "\xF4\x8F\xBF\xBD";

std::uint64_t bits_of(double number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

bool is_whole_number(double number) {
  return std::isfinite(number) && std::trunc(number) == number;
}

}  // namespace

std::string choice_of_filters(std::vector<std::string> const& filters, std::size_t first) {
  return choice_between(filters, 0, filters.size(), first);
}

void JqProgram::Closing::operator()(jq_state* state) const {
  jq_teardown(&state);
}

JqProgram::JqProgram(std::string const& text) : state_(jq_init()) {
  if (!state_) throw std::bad_alloc();
  std::string errors;
  jq_set_error_cb(state_.get(), append_error, &errors);
  if (jq_compile(state_.get(), text.c_str()) == 0) throw JqSyntaxError(errors);
  jq_set_error_cb(state_.get(), nullptr, nullptr);
}

jv JqProgram::run(jv input) {
  jq_start(state_.get(), input, 0);
  return jq_next(state_.get());
}

jv JqProgram::run_apart(jv input) {
  jv made = run(jv_copy(input));
  // The usual answer of a filter that leaves its input alone, which may be large.
  bool const is_given = jv_get_kind(input) == JV_KIND_OBJECT && is_member_of(input, made);
  jv_free(input);
  if (!is_given) {
    jv const copy = own_copy(made);
    jv_free(made);
    made = copy;
  }
  // What is left of this run would be freed by the next one, on another thread perhaps.
  jq_start(state_.get(), jv_null(), 0);
  return made;
}

JqPrograms::JqPrograms(std::string text)
    : text_(std::move(text)), missing_(std::max(1U, std::thread::hardware_concurrency() / 2) - 1) {
  idle_.push_back(std::make_unique<JqProgram>(text_));
}

std::unique_ptr<JqProgram> JqPrograms::taken() const {
  std::unique_lock lock(mutex_);
  if (idle_.empty() && missing_ > 0) {
    --missing_;
    lock.unlock();
    return std::make_unique<JqProgram>(text_);
  }
  is_put_back_.wait(lock, [this] { return !idle_.empty(); });
  std::unique_ptr<JqProgram> program = std::move(idle_.back());
  idle_.pop_back();
  return program;
}

void JqPrograms::put_back(std::unique_ptr<JqProgram> program) const {
  {
    std::lock_guard const lock(mutex_);
    idle_.push_back(std::move(program));
  }
  is_put_back_.notify_one();
}

JqValues::JqValues(std::initializer_list<Json const*> seen) {
  for (Json const* const value : seen) note_numbers(*value);
}

void JqValues::note_numbers(Json const& value) {
  if (value.is_number_integer()) integers_.insert(value.get<double>());
  if (value.is_number_float() && is_whole_number(value.get<double>())) fractions_.insert(value.get<double>());
  if (!value.is_structured()) return;
  for (Json const& element : value) note_numbers(element);
}

double JqValues::stand_in(Json const& number) {
  double const infinity = std::numeric_limits<double>::infinity();
  double const value = number.get<double>();
  // A zero stays one that filters find equal to theirs.
  double instead = value == 0 ? std::copysign(value, -1) : std::nextafter(value, infinity);
  for (;; instead = std::nextafter(instead, infinity)) {
    auto const [known, is_new] = stand_ins_.emplace(bits_of(instead), number);
    if (is_new || (known->second == number && known->second.type() == number.type())) return instead;
  }
}

double JqValues::number_for(Json const& number) {
  double const value = number.get<double>();
  // Written 1 in one place and 1.0 in another, both have to come out as they were.
  bool const comes_out_whole = integers_.contains(value) || !fractions_.contains(value);
  if (number.is_number_integer())
    return std::abs(value) < largest_exact_integer && comes_out_whole ? value : stand_in(number);
  return is_whole_number(value) && comes_out_whole ? stand_in(number) : value;
}

jv JqValues::text_for(std::string const& text) {
  jv carried = jv_string_sized(text.data(), static_cast<int>(text.size()));
  bool const is_whole = static_cast<std::size_t>(jv_string_length_bytes(jv_copy(carried))) == text.size() &&
                        std::memcmp(jv_string_value(carried), text.data(), text.size()) == 0;
  if (is_whole) return carried;
  jv_free(carried);
  odd_texts_.push_back(text);
  std::string const instead = std::string(odd_text_mark) + std::to_string(odd_texts_.size() - 1);
  return jv_string_sized(instead.data(), static_cast<int>(instead.size()));
}

jv JqValues::to_jq(Json const& value) {
  switch (value.type()) {
    case Json::value_t::boolean:
      return jv_bool(value.get<bool>() ? 1 : 0);
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
      return jv_number(number_for(value));
    case Json::value_t::string:
      return text_for(value.get_ref<std::string const&>());
    case Json::value_t::array: {
      jv list = jv_array_sized(static_cast<int>(value.size()));
      for (Json const& element : value) list = jv_array_append(list, to_jq(element));
      return list;
    }
    case Json::value_t::object: {
      jv object = jv_object();
      for (auto const& [key, element] : value.items()) object = jv_object_set(object, text_for(key), to_jq(element));
      return object;
    }
    case Json::value_t::null:
    case Json::value_t::binary:
    case Json::value_t::discarded:
      break;
  }
  return jv_null();
}

Json JqValues::number_from(double number) const {
  auto const known = stand_ins_.find(bits_of(number));
  if (known != stand_ins_.end()) return known->second;
  bool const is_integer = is_whole_number(number) && std::abs(number) <= largest_exact_integer;
  if (!is_integer || (fractions_.contains(number) && !integers_.contains(number))) return number;  // as number_for
  return static_cast<std::int64_t>(number);
}

std::string JqValues::text_from(jv text) const {
  int const length = jv_string_length_bytes(jv_copy(text));
  std::string_view const carried(jv_string_value(text), static_cast<std::size_t>(length));
  for (std::size_t index = 0; index < odd_texts_.size(); ++index) {
    if (carried == std::string(odd_text_mark) + std::to_string(index)) return odd_texts_[index];
  }
  return std::string(carried);
}

Json JqValues::from_jq(jv value) const {
  Json made;
  switch (jv_get_kind(value)) {
    case JV_KIND_TRUE:
    case JV_KIND_FALSE:
      made = jv_get_kind(value) == JV_KIND_TRUE;
      break;
    case JV_KIND_NUMBER:
      made = number_from(jv_number_value(value));
      break;
    case JV_KIND_STRING:
      made = text_from(value);
      break;
    case JV_KIND_ARRAY:
      made = Json::array();
      made.get_ref<Json::array_t&>().reserve(static_cast<std::size_t>(jv_array_length(jv_copy(value))));
      for (int index = 0; index < jv_array_length(jv_copy(value)); ++index)
        made.push_back(from_jq(jv_array_get(jv_copy(value), index)));
      break;
    case JV_KIND_OBJECT:
      made = Json::object();
      made.get_ref<Json::object_t&>().reserve(static_cast<std::size_t>(jv_object_length(jv_copy(value))));
      for (int at = jv_object_iter(value); jv_object_iter_valid(value, at) != 0; at = jv_object_iter_next(value, at)) {
        jv const key = jv_object_iter_key(value, at);
        made[text_from(key)] = from_jq(jv_object_iter_value(value, at));
        jv_free(key);
      }
      break;
    case JV_KIND_INVALID:
    case JV_KIND_NULL:
      break;
  }
  jv_free(value);
  return made;
}

Json JqValues::from_jq(jv made, jv given, Json const& before) const {
  jv_kind const kind = jv_get_kind(made);
  bool const is_like_it = kind == jv_get_kind(given) && before.is_structured();
  // What a filter does not touch stays the same value in memory, so that most need not be carried back.
  if (jv_identical(jv_copy(made), jv_copy(given)) != 0 && is_like_it) {
    jv_free(made);
    jv_free(given);
    return before;
  }
  if (is_like_it && kind == JV_KIND_ARRAY) return list_from(made, given, before);
  if (is_like_it && kind == JV_KIND_OBJECT) return object_from(made, given, before);
  jv_free(given);
  Json value = from_jq(made);
  // -0.0 and 0 are the same to jq.
  return !value.is_structured() && value == before ? before : value;
}

Json JqValues::list_from(jv made, jv given, Json const& before) const {
  Json list = Json::array();
  int const length = jv_array_length(jv_copy(made));
  list.get_ref<Json::array_t&>().reserve(static_cast<std::size_t>(length));
  for (int index = 0; index < length; ++index) {
    jv const element = jv_array_get(jv_copy(made), index);
    bool const is_known = static_cast<std::size_t>(index) < before.size();
    list.push_back(is_known ? from_jq(element, jv_array_get(jv_copy(given), index), before[index]) : from_jq(element));
  }
  jv_free(made);
  jv_free(given);
  return list;
}

Json JqValues::object_from(jv made, jv given, Json const& before) const {
  struct Member {
    std::string name;
    jv key;
    jv value;
  };
  std::vector<Member> members;  // in the order of jq
  for (int at = jv_object_iter(made); jv_object_iter_valid(made, at) != 0; at = jv_object_iter_next(made, at)) {
    jv const key = jv_object_iter_key(made, at);
    members.push_back({.name = text_from(key), .key = key, .value = jv_object_iter_value(made, at)});
  }
  Json ordered = Json::object();
  ordered.get_ref<Json::object_t&>().reserve(members.size());
  auto const named = [&](std::string const& name) {
    return std::find_if(members.begin(), members.end(), [&](Member const& one) { return one.name == name; });
  };
  for (auto const& [name, value] : before.items()) {
    auto const member = named(name);
    if (member == members.end()) continue;
    ordered[name] = from_jq(member->value, jv_object_get(jv_copy(given), member->key), value);
    members.erase(member);
  }
  for (Member const& member : members) {
    ordered[member.name] = from_jq(member.value);
    jv_free(member.key);
  }
  jv_free(made);
  jv_free(given);
  return ordered;
}

}  // namespace conformance
