#pragma once

#include <string>

#include "harness/mutants/rules.hpp"

namespace conformance::readings {

[[nodiscard]] inline bool has_role(Json const& message, std::string const& role) {
  return member(message, "role") == role;
}

[[nodiscard]] inline bool is_event(Json const& event, std::string const& type) {
  return member(event, "type") == type;
}

[[nodiscard]] inline Json const& option_of(Json const& asked, std::string const& name) {
  return member(member(asked, "turnOptions"), name);
}

/// Where what came of a turn stands: in its result, or in what its error says was done before.
[[nodiscard]] inline Json& told_in(Reply& reply) {
  if (reply.status == Reply::Status::error && member(reply.value, "partial").is_object()) return reply.value["partial"];
  return reply.value;
}

inline void insert_event(Json& events, std::size_t place, Json event) {
  events.insert(events.begin() + static_cast<Json::difference_type>(place), std::move(event));
}

}  // namespace conformance::readings
