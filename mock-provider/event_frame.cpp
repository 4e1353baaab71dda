#include "mock-provider/event_frame.hpp"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace mock_provider::event_frame {

std::string of_data(Json const& data) {
  return fmt::format("data: {}\n\n", json_text::dump(data));
}

std::string of_event(Json const& event) {
  return fmt::format("event: {}\ndata: {}\n\n", event.at("type").get_ref<std::string const&>(), json_text::dump(event));
}

std::string of_named(Json const& data) {
  bool const is_named = data.is_object() && data.contains("type") && data.at("type").is_string();
  return is_named ? of_event(data) : of_data(data);
}

}  // namespace mock_provider::event_frame
