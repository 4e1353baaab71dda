#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mock-provider/scenario/scenario_file.hpp"
#include "mock-provider/server.hpp"

namespace mock_provider {

/// What came of a scenario file that has changed.
struct Reload {
  std::string file;
  std::string name;  ///< of the scenario that is played now
  std::size_t steps = 0;
  std::string problem;  ///< why the scenario of before goes on, "" when the new one is played
};

/// The scenarios of files, each under a name of its own. Used by one thread.
class ScenarioWatch {
 public:
  /// Reads all files. Throws std::runtime_error, which names the file and what is wrong, for the first that cannot be
  /// played, and for two scenarios of one name.
  explicit ScenarioWatch(std::vector<std::string> const& files);

  void put_all(Server& server) const;
  [[nodiscard]] std::vector<std::string> names() const;

  /// Plays anew what has changed since the file was read last. A file has to be left alone from one call to the next
  /// before it is read: so nothing is taken from one that is being written. A file with a mistake changes nothing.
  [[nodiscard]] std::vector<Reload> reload_changed(Server& server);

 private:
  /// By which a file is known to have changed.
  struct Stamp {
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t changed_s = 0;
    std::int64_t changed_ns = 0;

    bool operator==(Stamp const&) const = default;
  };
  struct File {
    std::string path;
    scenario_file::Loaded scenario;
    std::optional<Stamp> read;     ///< when it was read last; nothing for a file that was not there
    std::optional<Stamp> at_last;  ///< when it was looked at last
  };

  [[nodiscard]] static std::optional<Stamp> stamp_of(std::string const& path);
  /// Throws std::runtime_error, for the file `path`, when another one has that name.
  void require_free(std::string const& name, std::string const& path) const;
  /// Nothing when the file says the same as before.
  [[nodiscard]] std::optional<Reload> reload(File& file, Server& server) const;

  std::vector<File> files_;
};

}  // namespace mock_provider
