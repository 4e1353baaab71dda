// An answer as a struct of the program, in the shape that the prompt declares under `outputs`.
#include <prompty/prompty.hpp>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

struct Address {
  std::string street;
  int number = 0;
  std::string city;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Address, street, number, city)

int main() try {
  Address const address = prompty::invoke<Address>("structured.prompty", {{"address", "221 Baker Street, London"}});
  std::cout << "street: " << address.street << '\n'
            << "number: " << address.number << '\n'
            << "city: " << address.city << '\n';
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
