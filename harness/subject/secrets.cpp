#include "harness/subject/secrets.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conformance {
namespace secrets {
namespace {

std::string mask_of(std::string const& secret) {
  constexpr std::size_t shown = 4;
  constexpr std::size_t shortest = 12;
  return secret.size() < shortest ? "****" : "****" + secret.substr(secret.size() - shown);
}

std::string without(std::string text, std::string const& secret) {
  std::string const mask = mask_of(secret);
  for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at + mask.size()))
    text.replace(at, secret.size(), mask);
  return text;
}

/// As it stands between the quotes of JSON text.
std::string escaped(std::string const& value) {
  std::string const quoted = Json(value).dump(-1, ' ', false, Json::error_handler_t::replace);
  return quoted.substr(1, quoted.size() - 2);
}

}  // namespace
}  // namespace secrets

Secrets::Secrets(std::vector<std::string> const& values) {
  for (std::string const& value : values) {
    if (value.empty()) continue;
    values_.push_back(value);
    if (std::string escaped = secrets::escaped(value); escaped != value) values_.push_back(std::move(escaped));
  }
  std::stable_sort(values_.begin(), values_.end(),
                   [](std::string const& one, std::string const& other) { return one.size() > other.size(); });
}

std::string Secrets::masked(std::string text) const {
  for (std::string const& secret : values_) text = secrets::without(std::move(text), secret);
  return text;
}

Json Secrets::masked_json(Json const& value) const {
  if (value.is_string()) return masked(value.get<std::string>());
  if (!value.is_structured()) return value;
  Json shown = value.is_array() ? Json::array() : Json::object();
  for (auto const& [key, member] : value.items()) {
    if (value.is_array())
      shown.push_back(masked_json(member));
    else
      shown[masked(key)] = masked_json(member);
  }
  return shown;
}

}  // namespace conformance
