#include "harness/differential/input.hpp"

#include <nlohmann/json.hpp>

namespace conformance::differential {

std::size_t size_of(Input const& input) {
  std::size_t size = input.params.dump(-1, ' ', false, Json::error_handler_t::replace).size();
  for (auto const& [path, text] : input.files) size += text.size();
  return size;
}

}  // namespace conformance::differential
