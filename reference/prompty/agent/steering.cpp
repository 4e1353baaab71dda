#include "prompty/agent/steering.hpp"

#include <utility>

namespace prompty {

void Steering::send(std::string text) {
  std::scoped_lock const lock(mutex_);
  waiting_.push_back(std::move(text));
}

std::vector<std::string> Steering::drain() {
  std::scoped_lock const lock(mutex_);
  return std::exchange(waiting_, {});
}

}  // namespace prompty
