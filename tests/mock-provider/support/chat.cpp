#include "mock-provider/support/chat.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace mock_provider_tests {

using mock_provider::Json;

Json sound_request(std::string const& text) {
  return {{"model", "gpt-4o"}, {"messages", {{{"role", "user"}, {"content", text}}}}};
}

httplib::Headers sound_headers() {
  return {{"Authorization", "Bearer sk-test-0123456789"}};
}

httplib::Result post(int port, std::string const& path, std::string const& body) {
  httplib::Client client("127.0.0.1", port);
  client.set_read_timeout(60);
  return client.Post(path, sound_headers(), body, "application/json");
}

httplib::Result post(int port, std::string const& path, Json const& body) {
  return post(port, path, mock_provider::json_text::dump(body));
}

httplib::Result get(int port, std::string const& path) {
  httplib::Client client("127.0.0.1", port);
  client.set_read_timeout(60);
  return client.Get(path);
}

Json json_of(std::string const& body) {
  std::variant<Json, mock_provider::json_text::Problem> parsed = mock_provider::json_text::parse(body);
  if (Json* const value = std::get_if<Json>(&parsed)) return std::move(*value);
  ADD_FAILURE() << "no JSON: " << body;
  return nullptr;
}

}  // namespace mock_provider_tests
