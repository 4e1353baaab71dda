#include <re2/re2.h>

#include <cstdint>
#include <optional>
#include <string>

#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/mutants/template_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::rules_of_rendering {
namespace {

using mutants::Rule;

/// Wide enough for any sum or product of two numbers of 64 bits.
__extension__ using Wide = __int128;

std::string digits_of(Wide number) {
  std::string digits;
  bool const is_negative = number < 0;
  for (; number != 0; number /= 10) {
    int const digit = static_cast<int>(number % 10);
    digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
  }
  if (digits.empty()) return "0";
  return is_negative ? "-" + digits : digits;
}

std::optional<std::int64_t> integer_of(std::string const& word, Json const& inputs) {
  std::int64_t number = 0;
  if (RE2::FullMatch(word, R"((-?\d+))", &number)) return number;
  Json const& value = member(inputs, word);
  return value.is_number_integer() ? std::optional(value.get<std::int64_t>()) : std::nullopt;
}

Wide calculated(std::int64_t left, char sign, std::int64_t right) {
  Wide const wide = left;
  if (sign == '*') return wide * right;
  return sign == '+' ? wide + right : wide - right;
}

/// Works out sums, differences and products of two whole numbers in 128 bits.
Rule whole_numbers_without_end() {
  return mutants::changed_reply({"render", "prepare"}, [](Reply reply, std::string const& operation, Json const& params,
                                                          AskReference const& reference) {
    Json const& agent = member(params, "agent");
    if (reply.status != Reply::Status::error || !mutants::is_jinja(agent)) return reply;
    static RE2 const calculation(R"(\{\{-?\s*(-?\w+)\s*([*+-])\s*(-?\w+)\s*-?\}\})");
    std::string text = mutants::template_of(agent);
    std::string left;
    std::string sign;
    std::string right;
    while (RE2::PartialMatch(text, calculation, &left, &sign, &right)) {
      std::optional<std::int64_t> const first = integer_of(left, member(params, "inputs"));
      std::optional<std::int64_t> const second = integer_of(right, member(params, "inputs"));
      if (!first || !second) return reply;
      RE2::Replace(&text, calculation, digits_of(calculated(*first, sign.front(), *second)));
    }
    if (text == mutants::template_of(agent)) return reply;
    Json changed = params;
    changed["agent"]["instructions"] = text;
    return reference(operation, changed);
  });
}

}  // namespace
}  // namespace conformance::readings::rules_of_rendering

namespace conformance::readings {

std::vector<ReadingRule> rendering() {
  return {{"A-202", "unbounded", rules_of_rendering::whole_numbers_without_end()}};
}

}  // namespace conformance::readings
