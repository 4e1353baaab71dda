#include "mock-provider/mock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mock-provider/scenario/scenario_file.hpp"
#include "mock-provider/server.hpp"

namespace mock_provider {
namespace {

CheckMode check_mode_of(MockOptions::Check check) {
  if (check == MockOptions::Check::off) return CheckMode::off;
  return check == MockOptions::Check::enforce ? CheckMode::enforce : CheckMode::report;
}

ServerOptions server_options_of(MockOptions const& options) {
  ServerOptions result;
  result.port = options.port;
  result.check = check_mode_of(options.check);
  result.api_keys = options.api_keys;
  return result;
}

scenario_file::Format scenario_format_of(std::string_view text) {
  std::size_t const first = text.find_first_not_of(" \t\r\n");
  bool const is_json = first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
  return is_json ? scenario_file::Format::json : scenario_file::Format::yaml;
}

MockRequest mock_request_of(JournalEntry const& entry) {
  MockRequest request{.method = entry.method,
                      .path = entry.path,
                      .query = entry.query,
                      .headers = entry.headers,
                      .body = entry.body,
                      .status = entry.status};
  if (entry.choice && entry.choice->step) request.step = *entry.choice->step + 1;
  for (Finding const& finding : entry.findings) {
    request.findings.push_back(fmt::format("{} at {}: {}", finding.rule,
                                           finding.pointer.empty() ? "the whole" : finding.pointer, finding.message));
  }
  return request;
}

}  // namespace

std::string MockScenario::url() const {
  return name_ == scenario::default_name ? server_->base_url() : fmt::format("{}/{}", server_->base_url(), name_);
}

std::string MockScenario::openai_url() const {
  return url() + "/v1";
}

std::vector<MockRequest> MockScenario::requests() const {
  std::vector<MockRequest> result;
  for (JournalEntry const& entry : server_->requests(name_)) {
    if (entry.sequence > after_) result.push_back(mock_request_of(entry));
  }
  return result;
}

std::vector<std::string> MockScenario::unplayed() const {
  std::vector<std::string> result;
  for (UnplayedStep const& step : server_->unplayed(name_)) result.push_back(describe(step));
  return result;
}

void MockScenario::let_out(std::size_t events) const {
  server_->let_out(name_, events);
}

void MockScenario::remove() const {
  server_->remove_scenario(name_);
}

Mock::Mock(MockOptions const& options) : server_(std::make_unique<Server>(server_options_of(options))) {}

Mock::~Mock() = default;

std::string Mock::url() const {
  return server_->base_url();
}

MockScenario Mock::play(std::string const& name, std::string_view scenario) {
  Json value = scenario_file::value_of(std::string(scenario), scenario_format_of(scenario));
  if (value.is_array()) value = Json{{"steps", std::move(value)}};
  std::vector<JournalEntry> const before = server_->requests(name);
  server_->put_scenario(name, value);
  return {*server_, name, before.empty() ? 0 : before.back().sequence};
}

MockScenario Mock::play_file(std::string const& path) {
  scenario_file::Loaded const loaded = scenario_file::load(path);
  return play(loaded.name, json_text::dump(loaded.value));
}

void Mock::stop() {
  server_->stop();
}

}  // namespace mock_provider
