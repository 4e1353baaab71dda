// An answer that is printed while it arrives.
#include <prompty/prompty.hpp>

#include <iostream>
#include <string>

int main() try {
  prompty::PromptyAgent const agent = prompty::load("stream.prompty");
  prompty::ItemStream items = prompty::run_stream(agent, prompty::prepare(agent, {{"subject", "the sea"}}));
  for (prompty::StreamItem const& item : items) {
    // An item is a piece of text or, for agents with tools, a whole call.
    if (std::string const* const piece = std::get_if<std::string>(&item)) std::cout << *piece << std::flush;
  }
  std::cout << '\n';
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
