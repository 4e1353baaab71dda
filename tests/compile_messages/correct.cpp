// The neighbours of mistakes.cpp, in which nothing is wrong.
#include <optional>
#include <string>
#include <vector>

#include "prompty/prompty.hpp"

namespace {

struct Place {
  std::string city;
  std::optional<std::vector<int>> days;
  friend void describe(prompty::Fields<Place>& place) {
    place.field("city", &Place::city, "A city").field("days", &Place::days, "Days");
  }
};

}  // namespace

void correct(prompty::PromptyAgent const& agent);
void correct(prompty::PromptyAgent const& agent) {
  (void)prompty::bind_tools(agent, {prompty::typed_tool("a", "", [](Place const& place) { return place.city; }),
                                    prompty::typed_tool("c", "", [](Place place) { return place.city; }),
                                    prompty::typed_tool("b", "", [] { return 1; })});
  (void)prompty::cast<Place>(prompty::Json::object());
}
