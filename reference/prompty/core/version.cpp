#include "prompty/core/version.hpp"

namespace prompty {

std::string_view version() {
  return PROMPTY_VERSION;
}

}  // namespace prompty
