#include "mock-provider/http/connection_table.hpp"

#include <sys/socket.h>

namespace mock_provider::http {

bool ConnectionTable::add(int descriptor) {
  std::lock_guard const lock(mutex_);
  if (!ended_) descriptors_.insert(descriptor);
  return !ended_;
}

void ConnectionTable::remove(int descriptor) {
  std::lock_guard const lock(mutex_);
  descriptors_.erase(descriptor);
}

void ConnectionTable::end_all() {
  std::lock_guard const lock(mutex_);
  ended_ = true;
  for (int const descriptor : descriptors_) shutdown(descriptor, SHUT_RDWR);
}

}  // namespace mock_provider::http
