#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/support/demand.hpp"
#include "fuzz/support/json_mutator.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/expectation.hpp"
#include "mock-provider/matching/json.hpp"
#include "mock-provider/matching/matcher.hpp"

namespace {

using namespace conformance;
using prompty_fuzz::demand;

bool holds_matcher(Json const& value) {
  if (has_dollar_key(value)) return true;
  return value.is_structured() && std::any_of(value.begin(), value.end(), holds_matcher);
}

/// A value is what it is, by itself and as a literal, however often one asks.
void check_identity(Json const& value) {
  demand(same_json(value, value));
  demand(differences({{"$literal", value}}, value).empty());
  if (!holds_matcher(value)) demand(differences(value, value).empty());
}

/// What is shown of the answer is what stands there.
void check_place(Difference const& difference, Json const& answer) {
  demand(difference_kind_named(difference_kind_name(difference.kind)) == difference.kind);
  if (difference.kind == DifferenceKind::missing || !difference.inside.empty()) return;
  Json::json_pointer const place(difference.pointer);
  demand(answer.contains(place) && same_json(answer.at(place), difference.got));
}

void check_malformed(Json const& expectation, Json const& answer) {
  std::vector<Difference> const found = differences(expectation, answer);
  demand(found.size() == 1 && found.front().kind == DifferenceKind::malformed);
}

/// As one alternative of one, as an element of a list in any order and as the value of a member, an expectation holds
/// when it does by itself.
void check_inside_of_others(Json const& expectation, Json const& answer, bool holds) {
  demand(differences({{"$oneOf", Json::array({expectation})}}, answer).empty() == holds);
  demand(differences({{"$unordered", Json::array({expectation})}}, Json::array({answer})).empty() == holds);
  demand(differences({{"a", {{"$optional", expectation}}}}, {{"a", answer}}).empty() == holds);
}

}  // namespace

std::string_view prompty_fuzz::words() {
  return "$absent $optional $type $match $json $oneOf $subset $unordered $trimEnd $nonEmpty $literal $odd a b / ~ "
         "string integer number boolean null array object a+b* [a-c]{2} (x \\d {\"a\":[1]} [1,2] true 1e0";
}

// An expectation on the first line, an answer on the second: the differences are always the same, stand where they say
// that they stand, and are none where both are equal.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text(data, data + size);
  std::size_t const line_end = std::min(text.find('\n'), text.size());
  Json const expectation = bounded_json(std::string_view(text).substr(0, line_end));
  Json const answer = bounded_json(std::string_view(text).substr(std::min(line_end + 1, text.size())));
  if (expectation.is_discarded() || answer.is_discarded()) return 0;
  check_identity(expectation);
  check_identity(answer);
  demand(same_json(expectation, answer) == same_json(answer, expectation));
  static_cast<void>(member(answer, "a"));
  if (!problems_of_expectation(expectation).empty()) {
    check_malformed(expectation, answer);
    return 0;
  }
  std::vector<Difference> const found = differences(expectation, answer);
  demand(differences(expectation, answer) == found);
  demand(first_difference(expectation, answer).has_value() != found.empty());
  for (Difference const& difference : found) check_place(difference, answer);
  check_inside_of_others(expectation, answer, found.empty());
  return 0;
}
