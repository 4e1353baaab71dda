// Typed tools: functions of this program, bound to the tools that the prompt declares.
#include <prompty/prompty.hpp>

#include <iostream>
#include <string>

struct Place {
  std::string city;
  friend void describe(prompty::Fields<Place>& place) { place.field("city", &Place::city, "The city to look up"); }
};

std::string get_weather(Place const& place) {
  return place.city == "NYC" ? "72°F and sunny" : "55°F and rainy";
}

int main() try {
  prompty::PromptyAgent const agent = prompty::load("weather.prompty");
  prompty::TypedTool const weather = prompty::typed_tool("get_weather", "The weather of a city", get_weather);
  prompty::TurnOptions const options{.tools = prompty::bind_tools(agent, {weather})};
  std::cout << prompty::text(prompty::turn(agent, {{"city", "London"}}, options).outcome) << '\n';
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
