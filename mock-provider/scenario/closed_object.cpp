#include "mock-provider/scenario/closed_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "mock-provider/values/encoding.hpp"
#include "mock-provider/values/spelling.hpp"

namespace mock_provider {
namespace {

std::string shown(std::string const& pointer) {
  return pointer.empty() ? "the top" : pointer;
}

}  // namespace

ScenarioError::ScenarioError(std::string pointer, std::string const& reason)
    : std::runtime_error(fmt::format("at {}: {}", shown(pointer), reason)),
      pointer_(std::move(pointer)),
      reason_(reason) {}

ClosedObject::ClosedObject(Json const& value, std::string pointer, std::span<std::string_view const> names)
    : value_(value), pointer_(std::move(pointer)) {
  if (!value_.is_object()) throw ScenarioError(pointer_, fmt::format("must be an object, got {}", value_.type_name()));
  for (auto const& member : value_.items()) {
    if (std::find(names.begin(), names.end(), member.key()) != names.end()) continue;
    std::optional<std::string> const meant = spelling::meant(member.key(), {names.begin(), names.end()});
    throw ScenarioError(json_text::child(pointer_, member.key()),
                        fmt::format("unknown member; {}known here: {}",
                                    meant ? fmt::format("did you mean \"{}\"? ", *meant) : "", fmt::join(names, ", ")));
  }
}

Json const* ClosedObject::find(std::string_view name) const {
  Json::const_iterator const found = value_.find(std::string(name));
  return found == value_.end() ? nullptr : &*found;
}

std::string ClosedObject::pointer_of(std::string_view name) const {
  return json_text::child(pointer_, name);
}

std::optional<std::string> ClosedObject::text(std::string_view name) const {
  Json const* const member = find(name);
  if (member == nullptr) return std::nullopt;
  if (!member->is_string()) {
    throw ScenarioError(pointer_of(name), fmt::format("must be a string, got {}", json_text::excerpt(*member, 40)));
  }
  return member->get<std::string>();
}

std::string ClosedObject::required_text(std::string_view name) const {
  static_cast<void>(required(name));
  return *text(name);
}

std::optional<std::int64_t> ClosedObject::whole_number(std::string_view name, std::int64_t least,
                                                       std::int64_t most) const {
  Json const* const member = find(name);
  if (member == nullptr) return std::nullopt;
  bool const beyond = member->is_number_unsigned() && member->get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  if (!member->is_number_integer() || beyond || member->get<std::int64_t>() < least ||
      member->get<std::int64_t>() > most) {
    throw ScenarioError(pointer_of(name), fmt::format("must be a whole number from {} to {}, got {}", least, most,
                                                      json_text::excerpt(*member, 40)));
  }
  return member->get<std::int64_t>();
}

void require_each_header_once(Json const& headers, std::string const& pointer) {
  std::unordered_map<std::string, std::string> names;
  for (auto const& header : headers.items()) {
    auto const [first, is_new] = names.try_emplace(lower_ascii(header.key()), header.key());
    if (is_new) continue;
    throw ScenarioError(json_text::child(pointer, header.key()),
                        fmt::format("is the header \"{}\" once more: keep one", first->second));
  }
}

Json const& ClosedObject::required(std::string_view name) const {
  Json const* const member = find(name);
  if (member == nullptr) throw ScenarioError(pointer_, fmt::format("the member \"{}\" is missing", name));
  return *member;
}

}  // namespace mock_provider
