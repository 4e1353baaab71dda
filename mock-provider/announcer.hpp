#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "mock-provider/recording/recorder.hpp"
#include "mock-provider/scenario/player.hpp"
#include "mock-provider/scenario_watch.hpp"
#include "mock-provider/values/json_text.hpp"

namespace mock_provider {

/// "1 step", "2 steps"
[[nodiscard]] std::string counted_steps(std::size_t steps);

/// What the program says on standard output, a line at a time: as sentences for people or as JSON, whose member `event`
/// tells what happened.
class Announcer {
 public:
  enum class Form : std::uint8_t { text, json };

  /// The stream must outlive the announcer.
  Announcer(std::ostream& out, Form form);

  /// In JSON with `url`, the `journal`, and the address of each of the `scenarios`, to which clients of OpenAI add
  /// "/v1".
  void listening(std::string const& base_url, std::vector<std::string> const& scenarios);
  void reloaded(Reload const& reload);
  /// Into which file.
  void recorded(RecordingCounts const& counts, std::string const& file);
  void unplayed(std::vector<UnplayedStep> const& steps);

 private:
  void say(std::string const& text, Json const& json);

  std::ostream& out_;
  Form const form_;
};

}  // namespace mock_provider
