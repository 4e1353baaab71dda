#pragma once

#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "mock-provider/player.hpp"

namespace mock_provider {

/// The scenarios that are being played, by name. Thread-safe.
class ScenarioTable {
 public:
  /// The new player, which another thread may have replaced or removed by now.
  std::shared_ptr<Player> put(std::string const& name, Scenario scenario);
  /// Whether there was one.
  bool remove(std::string const& name);
  /// nullptr for none; the player lives on with the caller when it is replaced meanwhile.
  [[nodiscard]] std::shared_ptr<Player> find(std::string const& name) const;
  /// Every player, by name in ascending order.
  [[nodiscard]] std::vector<std::pair<std::string, std::shared_ptr<Player>>> all() const;
  [[nodiscard]] std::size_t size() const;

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Player>> players_;
};

}  // namespace mock_provider
