#include "prompty/core/rich_value.hpp"

namespace prompty {

std::string placeholder_of(std::string const& nonce, std::string const& input) {
  return placeholder_opening + nonce + "_" + input + "__";
}

}  // namespace prompty
