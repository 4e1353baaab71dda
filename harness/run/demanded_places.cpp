#include "harness/run/demanded_places.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <string_view>

#include "harness/matching/matcher.hpp"

namespace conformance {
namespace demanded {
namespace {

bool is_any_matcher(Json const& expectation) {
  return expectation.is_object() && expectation.size() == 1 && expectation.begin().key().starts_with('$');
}

std::string escaped(std::string const& key) {
  std::string token;
  for (char const sign : key) token += sign == '~' ? "~0" : sign == '/' ? "~1" : std::string(1, sign);
  return token;
}

void collect(Json const& expectation, std::string const& place, Places& places) {
  if (is_matcher(expectation, "$subset") || is_matcher(expectation, "$unordered"))
    return collect(expectation.front(), place, places);
  if (is_any_matcher(expectation)) return;
  if (expectation.is_array()) {
    for (Json const& element : expectation) collect(element, place + "/*", places);
  }
  if (!expectation.is_object()) return;
  for (auto const& [key, member] : expectation.items()) {
    if (is_matcher(member, "$absent")) continue;
    std::string const below = place + "/" + escaped(key);
    places.insert(below);
    collect(is_optional_matcher(member) ? member["$optional"] : member, below, places);
  }
}

Places in_both(Places const& one, Places const& other) {
  Places common;
  std::set_intersection(one.begin(), one.end(), other.begin(), other.end(), std::inserter(common, common.end()));
  return common;
}

}  // namespace
}  // namespace demanded

Places demanded_places(Json const& expectation) {
  Places places;
  demanded::collect(expectation, "", places);
  return places;
}

Places demanded_places(Vector const& vector) {
  if (vector.steps.size() != 1) return {};
  ExpectedAnswer const& expected = vector.steps.front().expect;
  if (expected.readings.empty()) return expected.outcome.value ? demanded_places(*expected.outcome.value) : Places();
  std::optional<Places> common;
  for (ExpectedReading const& reading : expected.readings) {
    Places const places = reading.outcome.value ? demanded_places(*reading.outcome.value) : Places();
    common = common ? demanded::in_both(*common, places) : places;
  }
  return *common;
}

std::string place_of_pointer(std::string const& pointer) {
  std::string place;
  for (std::size_t begin = pointer.find('/'); begin != std::string::npos;) {
    std::size_t const end = pointer.find('/', begin + 1);
    std::string_view const token = std::string_view(pointer).substr(begin + 1, end - begin - 1);
    bool const is_index = !token.empty() && std::all_of(token.begin(), token.end(),
                                                        [](unsigned char sign) { return std::isdigit(sign) != 0; });
    place.append("/").append(is_index ? "*" : token);
    begin = end;
  }
  return place;
}

}  // namespace conformance
