// Mistakes in the use of typed tools and results. The text behind `expect:` begins the message of the static_assert
// that has to explain the mistake below it.
#include <string>
#include <variant>
#include <vector>

#include "prompty/prompty.hpp"

namespace {

struct Plain {
  std::string city;
};

struct Place {
  std::string city;
  friend void describe(prompty::Fields<Place>& place) { place.field("city", &Place::city, "A city"); }
};

struct WithoutDefault {
  explicit WithoutDefault(int days) : days(days) {}
  int days;
  friend void describe(prompty::Fields<WithoutDefault>& place) { place.field("days", &WithoutDefault::days, "Days"); }
};

struct WithVariant {
  std::variant<int, std::string> either;
  // expect: A described member must be std::string, bool, a number, std::vector
  friend void describe(prompty::Fields<WithVariant>& place) { place.field("either", &WithVariant::either, "Either"); }
};

void mistakes(prompty::PromptyAgent const& agent) {
  // expect: The parameters of a tool must be a described struct: write a function void describe(
  (void)prompty::typed_tool("a", "", [](Plain const&) { return 1; });
  // expect: The parameters of a tool must be a struct with a default constructor
  (void)prompty::typed_tool("b", "", [](WithoutDefault const&) { return 1; });
  // expect: A tool takes one struct that holds all of its parameters
  (void)prompty::typed_tool("c", "", [](Place const&, int) { return 1; });
  // expect: A tool must be a function, or an object with one operator() that is no template
  (void)prompty::typed_tool("d", "", [](auto const&) { return 1; });
  // expect: The result of a tool must be text, a number, prompty::Json, prompty::ToolResult, or of a type with to_json(
  (void)prompty::typed_tool("e", "", [](Place const&) { return Plain{}; });
  // expect: A tool must return what the model gets to read
  (void)prompty::typed_tool("g", "", [](Place const&) {});
  // expect: A tool must return what the model gets to read
  (void)prompty::typed_tool("h", "", [] {});
  // expect: A tool takes its parameters by value or by reference to const
  (void)prompty::typed_tool("i", "", [](Place&) { return 1; });
  (void)prompty::bind_tools(agent, {prompty::typed_tool("f", "", [](WithVariant const&) { return 1; })});
  // expect: JSON cannot be read as this type: give it a function describe(prompty::Fields<T>&)
  (void)prompty::cast<Plain>(prompty::Json::object());
}

}  // namespace
