#include <exception>
#include <iostream>
#include <prompty/plain.hpp>

// Prints the messages of the .prompty file that the argument names.
int main(int count, char** words) try {
  if (count != 2) return 2;
  std::cout << prompty::plain::prepare(words[1]) << "\n";
  return 0;
} catch (std::exception const& error) {
  std::cerr << error.what() << "\n";
  return 1;
}
