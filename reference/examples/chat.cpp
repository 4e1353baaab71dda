// A conversation: each line of the input is a message of the user, and the model sees all that was said before.
#include <prompty/prompty.hpp>

#include <iostream>
#include <string>

int main() try {
  prompty::PromptyAgent const agent = prompty::load("chat.prompty");
  std::vector<prompty::Message> conversation = prompty::prepare(agent);
  for (std::string line; std::getline(std::cin, line);) {
    conversation.push_back(prompty::user_message(line));
    prompty::TurnResult result = prompty::turn_from(agent, std::move(conversation));
    std::cout << prompty::text(result.outcome) << std::endl;
    conversation = std::move(result.messages);
  }
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
