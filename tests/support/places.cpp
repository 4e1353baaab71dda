#include "support/places.hpp"

namespace prompty_tests {

std::string repository() {
  return PROMPTY_SOURCE_DIR;
}

std::string program_folder() {
  return PROMPTY_PROGRAM_DIR;
}

}  // namespace prompty_tests
