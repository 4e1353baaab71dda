#include <re2/re2.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "harness/mutants/agent_rules.hpp"
#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/message_rules.hpp"
#include "harness/mutants/rules.hpp"
#include "harness/mutants/template_rules.hpp"
#include "harness/readings/chapters.hpp"

namespace conformance::readings::rules_of_rendering {
namespace {

using mutants::hidden_mark;
using mutants::Rule;

/// The members that Python gives to values: those of numbers, and the names of the methods of texts.
Rule members_of_python() {
  return mutants::changed_jinja([](Json& agent, Json const& inputs) {
    std::string text = mutants::template_of(agent);
    if (!inputs.is_object()) return;
    for (auto const& [name, value] : inputs.items()) {
      std::string const word = R"((\{[{%][^{}]*)\b)" + RE2::QuoteMeta(name);
      if (value.is_number()) RE2::GlobalReplace(&text, word + R"(\.(?:real|numerator)\b)", "\\1" + name);
      if (value.is_string())
        RE2::GlobalReplace(&text, word + R"(\.(upper|lower|title|strip|split|replace)\.__name__\b)", "\\1\"\\2\"");
    }
    agent["instructions"] = text;
  });
}

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

/// Goes on with fractions where whole numbers were too large.
Rule numbers_with_fractions() {
  return mutants::changed_reply({"render", "prepare"}, [](Reply reply, std::string const& operation, Json const& params,
                                                          AskReference const& reference) {
    bool const bears = reply.status == Reply::Status::error && mutants::is_jinja(member(params, "agent")) &&
                       member(params, "inputs").is_object();
    if (!bears) return reply;
    Json changed = params;
    bool has_large_number = false;
    for (auto& [name, value] : changed["inputs"].items()) {
      if (!value.is_number_integer()) continue;
      constexpr double largest_half = 4294967296.0;
      has_large_number = has_large_number || value.get<double>() > largest_half;
      value = value.get<double>();
    }
    return has_large_number ? reference(operation, changed) : reply;
  });
}

std::string with_hidden_line_ends(std::string const& text) {
  return mutants::with_each_line(text, [](std::string const& line) {
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) + hidden_mark() : line;
  });
}

/// Renders with a mark for each carriage return of the template; what was rendered is parsed with them in place.
Reply kept_line_ends(std::string const& operation, Json const& params, AskReference const& reference) {
  Json const& agent = member(params, "agent");
  std::string const text = mutants::template_of(agent);
  bool const renders = operation == "render" || (operation == "prepare" && !mutants::has_rich_inputs(agent));
  if (!renders || !mutants::is_jinja(agent) || text.find("\r\n") == std::string::npos)
    return reference(operation, params);
  Json rendering = params;
  rendering["agent"]["instructions"] = with_hidden_line_ends(text);
  Reply reply = reference("render", rendering);
  if (reply.status != Reply::Status::result) return reference(operation, params);
  std::string const rendered =
      mutants::with_all_replaced(reply.value["rendered"].get<std::string>(), hidden_mark(), "\r");
  if (operation == "prepare") return reference("parse", {{"agent", agent}, {"rendered", rendered}});
  reply.value["rendered"] = rendered;
  return reply;
}

bool is_no_text(Json const& value) {
  return value == false || value.is_array() || value.is_object();
}

/// Puts out as JSON what is no text, and takes the line of a comment along with it.
Rule values_as_json() {
  return mutants::changed_mustache([](Json& agent, Json& inputs) {
    std::string text = mutants::template_of(agent);
    RE2::GlobalReplace(&text, R"((?m)^[ \t]*\{\{!(?:[^}]|\n)*\}\}[ \t]*\n)", "");
    Json const given = inputs;
    if (given.is_object()) {
      for (auto const& [name, value] : given.items()) {
        if (!is_no_text(value)) continue;
        std::string const other = name + "AsJson";
        bool const is_put_out = RE2::GlobalReplace(&text, R"(\{\{(\{?)\s*)" + RE2::QuoteMeta(name) + R"(\s*(\}?)\}\})",
                                                   "{{\\1" + other + "\\2}}") > 0;
        if (is_put_out) inputs[other] = value.dump();
      }
    }
    agent["instructions"] = text;
  });
}

}  // namespace
}  // namespace conformance::readings::rules_of_rendering

namespace conformance::readings {

std::vector<ReadingRule> rendering() {
  using namespace rules_of_rendering;
  return {
      {.decision = "A-125",
       .reading = "all-of-it",
       .unobservable =
           "An engine that has all of Jinja2 has what §5.2 lists, and whatever it adds is welcome under the "
           "other reading too."},
      {"A-201", "all-of-it", members_of_python()},
      {"A-202", "unbounded", whole_numbers_without_end()},
      {"A-202", "fraction", numbers_with_fractions()},
      {"A-203", "kept", kept_line_ends},
      {"A-209", "as-json", values_as_json()},
  };
}

}  // namespace conformance::readings
