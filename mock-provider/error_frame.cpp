#include "mock-provider/error_frame.hpp"

#include <nlohmann/json.hpp>

#include "mock-provider/anthropic_error.hpp"
#include "mock-provider/event_frame.hpp"
#include "mock-provider/provider_error.hpp"

namespace mock_provider::error_frame {

std::string of_data(ProviderError const& error, std::size_t) {
  return event_frame::of_data(provider_error::body(error));
}

std::string of_response(ProviderError const& error, std::size_t events_before) {
  Json const said = provider_error::body(error).at("error");
  return event_frame::of_event({{"type", "error"},
                                {"sequence_number", events_before},
                                {"code", said.at("code").is_null() ? said.at("type") : said.at("code")},
                                {"message", said.at("message")},
                                {"param", said.at("param")}});
}

std::string of_message(ProviderError const& error, std::size_t) {
  return event_frame::of_event(anthropic_error::body(error));
}

}  // namespace mock_provider::error_frame
