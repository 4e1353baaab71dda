#include "prompty/conversation/session_memory.hpp"

namespace prompty::conversation {

std::vector<StoredMessage> InProcessMemory::load(std::string const& session_id) const {
  std::scoped_lock const lock(mutex_);
  std::map<std::string, std::vector<StoredMessage>>::const_iterator const found = sessions_.find(session_id);
  // M2-07: an id that nobody has used yet is no error.
  return found == sessions_.end() ? std::vector<StoredMessage>() : found->second;
}

void InProcessMemory::append(std::string const& session_id, StoredMessage const& message) {
  std::scoped_lock const lock(mutex_);
  sessions_[session_id].push_back(message);
}

}  // namespace prompty::conversation
