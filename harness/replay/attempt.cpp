#include "harness/replay/attempt.hpp"

namespace conformance {

std::string_view way_name(Way way) {
  switch (way) {
    case Way::direct:
      return "direct";
    case Way::http:
      return "http";
    case Way::load:
      return "load";
    case Way::process:
      return "process";
  }
  return "";
}

std::optional<Way> way_named(std::string_view name) {
  for (Way const way : {Way::direct, Way::http, Way::load, Way::process}) {
    if (way_name(way) == name) return way;
  }
  return std::nullopt;
}

namespace {

Json without_items(Reply const& reply) {
  switch (reply.status) {
    case Reply::Status::result:
      return {{"result", reply.value}};
    case Reply::Status::error:
      return {{"error", reply.value}};
    case Reply::Status::unsupported:
      return {{"status", "unsupported"}, {"detail", reply.detail}};
    case Reply::Status::unsupported_input:
      return {{"status", "unsupported input"}, {"detail", reply.detail}};
    case Reply::Status::crash:
      return {{"status", "crash"}, {"detail", reply.detail}};
    case Reply::Status::timeout:
      return {{"status", "timeout"}, {"detail", reply.detail}};
    case Reply::Status::protocol_fault:
      return {{"status", "protocol fault"}, {"detail", reply.detail}};
  }
  return nullptr;
}

}  // namespace

Json reply_as_json(Reply const& reply) {
  Json shown = without_items(reply);
  if (!reply.items.empty()) shown["items"] = reply.items;
  return shown;
}

}  // namespace conformance
