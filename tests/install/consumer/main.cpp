#include <iostream>
#include <nlohmann/json.hpp>
#include <prompty/prompty.hpp>

// Prints the request body of the .prompty file that the argument names.
int main(int count, char** words) {
  if (count != 2) return 2;
  prompty::PromptyAgent const agent = prompty::load(words[1]);
  prompty::ProviderRequest const request =
      prompty::build_request(agent, prompty::prepare(agent, prompty::Json::object()));
  std::cout << request.body.dump() << "\n";
  return 0;
}
