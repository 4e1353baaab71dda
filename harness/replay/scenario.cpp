#include "harness/replay/scenario.hpp"

#include <fmt/core.h>

#include <atomic>
#include <limits>
#include <nlohmann/json.hpp>

namespace conformance {
namespace {

std::string unused_scenario_name() {
  static std::atomic<unsigned> next{0};
  return fmt::format("s{}", next.fetch_add(1));
}

}  // namespace

Scenario::Scenario(mock_provider::Server& mock, Json const& scenario) : mock_(mock), name_(unused_scenario_name()) {
  mock_.put_scenario(name_, scenario);
}

Scenario::~Scenario() {
  mock_.remove_scenario(name_);
}

std::string Scenario::base_url() const {
  return mock_.base_url() + "/" + name_;
}

std::string Scenario::with_address(std::string text) const {
  constexpr std::string_view placeholder = "${MOCK}";
  std::string const address = base_url();
  for (std::size_t at = text.find(placeholder); at != std::string::npos;
       at = text.find(placeholder, at + address.size())) {
    text.replace(at, placeholder.size(), address);
  }
  return text;
}

Json Scenario::with_address(Json const& value) const {
  if (value.is_string()) return with_address(value.get<std::string>());
  if (!value.is_structured()) return value;
  Json replaced = value;
  for (Json& element : replaced) element = with_address(element);
  return replaced;
}

void Scenario::let_out() const {
  mock_.let_out(name_, std::numeric_limits<std::size_t>::max());
}

std::vector<mock_provider::JournalEntry> Scenario::requests() const {
  return mock_.requests(name_);
}

}  // namespace conformance
