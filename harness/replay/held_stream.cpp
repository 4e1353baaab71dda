#include "harness/replay/held_stream.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/matching/whole_number.hpp"

namespace conformance {
namespace held_stream {
namespace {

bool has_anonymous_connection(Vector const& vector) {
  Json::json_pointer const kind("/agent/model/connection/kind");
  return std::any_of(vector.steps.begin(), vector.steps.end(),
                     [&](Step const& step) { return step.given.contains(kind) && step.given[kind] == "anonymous"; });
}

}  // namespace
}  // namespace held_stream

std::optional<Hold> hold_of(Vector const& vector) {
  if (!vector.provider || vector.provider->empty()) return std::nullopt;
  Json const& step = vector.provider->front();
  Json const respond = step.value("respond", Json::object());
  if (!respond.contains("hold")) return std::nullopt;
  std::size_t const chunk = whole_number_at<std::size_t>(respond, "hold");
  return Hold{.chunk = chunk,
              .items = step.contains("afterItems") ? whole_number_at<std::size_t>(step, "afterItems") : chunk};
}

Json scenario_of(Vector const& vector, Json const& respond_besides) {
  Json scenario{{"steps", vector.provider.value_or(Json::array())},
                {"admits", held_stream::has_anonymous_connection(vector) ? "anyone" : "with-key"}};
  for (Json& step : scenario["steps"]) {
    if (!step.is_object()) continue;
    step.erase("afterItems");
    if (respond_besides.is_object() && step.contains("respond")) step["respond"].update(respond_besides);
  }
  if (vector.mcp) scenario["mcp"] = *vector.mcp;
  return scenario;
}

HeldStream::HeldStream(Scenario const& scenario, Hold hold, std::chrono::milliseconds patience)
    : scenario_(scenario), hold_(hold), patience_(patience) {
  waiting_ = std::thread([this] { wait(); });
}

HeldStream::~HeldStream() {
  {
    std::lock_guard const lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  waiting_.join();
}

void HeldStream::see_item() {
  {
    std::lock_guard const lock(mutex_);
    ++seen_;
  }
  changed_.notify_all();
}

std::string HeldStream::problem() const {
  std::lock_guard const lock(mutex_);
  if (!has_lost_patience_) return "";
  return fmt::format(
      "the provider held chunk {} and all behind it back for {} ms; the chunks before it make {} {}, of which {} had "
      "been handed on by then",
      hold_.chunk, patience_.count(), hold_.items, hold_.items == 1 ? "item" : "items", seen_in_time_);
}

void HeldStream::wait() {
  std::unique_lock lock(mutex_);
  has_lost_patience_ = !changed_.wait_for(lock, patience_, [this] { return is_over_ || seen_ >= hold_.items; });
  seen_in_time_ = seen_;
  scenario_.let_out();
}

}  // namespace conformance
