// An answer as JSON, in the shape that the prompt declares under `outputs`.
#include <prompty/prompty.hpp>

#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

int main() {
  try {
    prompty::Outcome const outcome = prompty::invoke("structured.prompty", {{"address", "221 Baker Street, London"}});
    prompty::Json const address = prompty::structured(outcome);
    std::cout << "street: " << address.at("street").get<std::string>() << '\n'
              << "number: " << address.at("number").get<int>() << '\n'
              << "city: " << address.at("city").get<std::string>() << '\n';
  } catch (std::exception const& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
