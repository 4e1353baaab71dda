#include "mock-provider/scenario_table.hpp"

#include <algorithm>
#include <mutex>

namespace mock_provider {

std::shared_ptr<Player> ScenarioTable::put(std::string const& name, Scenario scenario) {
  std::shared_ptr<Player> player = std::make_shared<Player>(name, std::move(scenario));
  std::shared_ptr<Player> replaced = player;
  std::unique_lock const lock(mutex_);
  players_[name].swap(replaced);
  return player;
}

bool ScenarioTable::remove(std::string const& name) {
  std::unique_lock const lock(mutex_);
  return players_.erase(name) > 0;
}

std::shared_ptr<Player> ScenarioTable::find(std::string const& name) const {
  std::shared_lock const lock(mutex_);
  std::unordered_map<std::string, std::shared_ptr<Player>>::const_iterator const found = players_.find(name);
  return found == players_.end() ? nullptr : found->second;
}

std::vector<std::pair<std::string, std::shared_ptr<Player>>> ScenarioTable::all() const {
  std::vector<std::pair<std::string, std::shared_ptr<Player>>> result;
  {
    std::shared_lock const lock(mutex_);
    result.assign(players_.begin(), players_.end());
  }
  std::sort(result.begin(), result.end(), [](auto const& left, auto const& right) { return left.first < right.first; });
  return result;
}

std::size_t ScenarioTable::size() const {
  std::shared_lock const lock(mutex_);
  return players_.size();
}

}  // namespace mock_provider
