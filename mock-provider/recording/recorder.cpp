#include "mock-provider/recording/recorder.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "mock-provider/recording/recorded_step.hpp"
#include "mock-provider/scenario/scenario.hpp"

namespace mock_provider {
namespace {

constexpr std::string_view beginning = "{\"steps\": [";
constexpr std::string_view ending = "\n]}\n";

/// Whether a file with this step can be loaded, which one with a request or an answer beyond all bounds cannot.
bool can_be_played(std::string const& step) {
  try {
    std::string const text = std::string(beginning) + step + std::string(ending);
    static_cast<void>(scenario::decode(scenario_file::value_of(text, scenario_file::Format::json)));
    return true;
  } catch (ScenarioError const&) {
    return false;
  }
}

}  // namespace

Recorder::Recorder(RecordingOptions const& options) : options_(options), upstream_(options.url, options.authorities) {
  if (!options.file.ends_with(".json")) {
    throw std::runtime_error(
        fmt::format("--record-to {}: a recording is JSON: name a file that ends with .json", options.file));
  }
  errno = 0;
  file_.open(options.file, std::ios::binary | std::ios::trunc);
  file_ << beginning << ending << std::flush;
  bytes_ = beginning.size();
  if (file_) return;
  throw std::runtime_error(fmt::format("the recording {} cannot be written: {}; name a file in a folder that is there",
                                       options.file, std::strerror(errno)));
}

Answer Recorder::pass_on(Request const& request, Route const& route) {
  auto const record = [this, request, route](UpstreamAnswer const& answer) {
    write(recorded_step::of(request, route, recorded_step::passed_on(answer)));
  };
  std::shared_ptr<Relay> const relay = std::make_shared<Relay>(upstream_, request, route, record);
  keep(relay);
  Relay::Beginning const begun = relay->beginning();
  Answer answer = recorded_step::passed_on(begun.answer);
  if (!begun.is_stream) return answer;
  answer.events = std::nullopt;
  answer.arriving = relay;
  return answer;
}

void Recorder::keep(std::shared_ptr<Relay> relay) {
  std::lock_guard const lock(relays_mutex_);
  if (is_stopped_) throw UpstreamError("The mock is ending.");
  std::erase_if(relays_, [](std::shared_ptr<Relay> const& kept) { return kept->has_ended(); });
  relays_.push_back(std::move(relay));
}

void Recorder::stop() {
  std::lock_guard const lock(relays_mutex_);
  is_stopped_ = true;
  for (std::shared_ptr<Relay> const& relay : relays_) relay->cancel();
}

RecordingCounts Recorder::counts() const {
  std::lock_guard const lock(mutex_);
  return counts_;
}

void Recorder::write(std::optional<Json> const& step) {
  std::string const written = step ? json_text::dump(*step) : "";
  bool const is_playable = step && can_be_played(written);
  std::lock_guard const lock(mutex_);
  std::string const text = (counts_.recorded == 0 ? "\n" : ",\n") + written;
  bool const has_room = is_playable && counts_.recorded < options_.most_steps &&
                        bytes_ + text.size() + ending.size() <= options_.most_bytes;
  if (has_room) {
    // Over the end of the list, which then stands behind the new step.
    file_.seekp(static_cast<std::streamoff>(bytes_));
    file_ << text << ending << std::flush;
  }
  if (!has_room || !file_) {
    ++counts_.left_out;
    return;
  }
  bytes_ += text.size();
  ++counts_.recorded;
}

}  // namespace mock_provider
