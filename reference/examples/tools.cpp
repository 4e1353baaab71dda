// A turn: the model calls a function of this program, gets its result and answers.
#include <prompty/prompty.hpp>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

/// The result of a tool: a string, or any JSON. What it throws is shown to the model as the error of the call.
prompty::Json get_weather(prompty::Json const& arguments) {
  std::string const city = arguments.at("city");
  if (city != "Oslo") throw prompty::ValueError("There is no weather station in " + city);
  return {{"temperature", -3}, {"unit", "celsius"}, {"sky", "clear"}};
}

}  // namespace

int main() try {
  prompty::TurnOptions options;
  options.tools["get_weather"] = {.call = get_weather};
  options.max_iterations = 5;
  prompty::TurnResult const result = prompty::turn("tools.prompty", {{"question", "Is it freezing in Oslo?"}}, options);
  std::cout << prompty::text(result.outcome) << '\n';
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
