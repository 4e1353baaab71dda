#include "harness/judge/subject/serving.hpp"

#include <fmt/core.h>

#include <istream>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "harness/judge/files/input_error.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "mock-provider/matching/bounded_json.hpp"
#include "mock-provider/matching/json.hpp"

namespace conformance {
namespace {

Json initialize_result(Capabilities const& capabilities) {
  return {{"protocolVersion", capabilities.protocol},
          {"implementation",
           {{"name", capabilities.name}, {"version", capabilities.version}, {"language", capabilities.language}}},
          {"operations", capabilities.operations},
          {"providers", capabilities.providers},
          {"apiTypes", capabilities.api_types},
          {"connectionKinds", capabilities.connection_kinds},
          {"features", capabilities.features},
          {"editions", capabilities.editions},
          {"maxInFlight", 1}};
}

Json error_member(RpcError code, std::string const& message) {
  return {{"error", {{"code", static_cast<std::int64_t>(code)}, {"message", message}}}};
}

/// The `result` or `error` of the response that says what the reply says.
Json outcome_member(Reply reply) {
  switch (reply.status) {
    case Reply::Status::result:
      return {{"result", std::move(reply.value)}};
    case Reply::Status::error: {
      Json member = error_member(RpcError::raised, reply.value.value("message", ""));
      member["error"]["data"] = std::move(reply.value);
      return member;
    }
    case Reply::Status::unsupported:
      return error_member(RpcError::unsupported, reply.detail);
    case Reply::Status::unsupported_input:
      return error_member(RpcError::unsupported_input, reply.detail);
    case Reply::Status::crash:
    case Reply::Status::timeout:
    case Reply::Status::protocol_fault:
    case Reply::Status::not_asked:
      break;
  }
  throw HarnessError(fmt::format("the adapter behind this one failed: {}", reply.detail));
}

/// Writes what goes out, a line each.
class LineWriter {
 public:
  explicit LineWriter(std::ostream& out) : out_(out) {}

  void write(Json message) {
    Json line = {{"jsonrpc", "2.0"}};
    line.update(message);
    out_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
  }

  void write_item(Json const& id, Json const& item) {
    write({{"method", "item"}, {"params", {{"id", id}, {"item", item}}}});
  }

 private:
  std::ostream& out_;
};

void answer_request(Subject& subject, Json const& request, LineWriter& lines, TellsLate const& tells_late) {
  Json const& id = member(request, "id");
  std::string const operation = member(request, "method").is_string() ? request["method"].get<std::string>() : "";
  Json response = {{"id", id}};
  if (operation == "initialize") {
    response["result"] = initialize_result(subject.capabilities());
    return lines.write(std::move(response));
  }
  bool const is_late = tells_late(operation);
  Reply reply = subject.call_with_items(
      operation, member(request, "params"),
      is_late ? ItemListener() : [&](Json const& item) { lines.write_item(id, item); });
  if (is_late) {
    for (Json const& item : reply.items) lines.write_item(id, item);
  }
  response.update(outcome_member(std::move(reply)));
  lines.write(std::move(response));
}

}  // namespace

void serve(Subject& subject, std::istream& in, std::ostream& out, TellsLate const& tells_late) {
  LineWriter lines(out);
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    Json const request = json_in(line);
    if (request.is_discarded()) {
      Json response = {{"id", nullptr}};
      response.update(error_member(RpcError::not_json, "The line is not JSON"));
      lines.write(std::move(response));
      continue;
    }
    if (member(request, "method") == "shutdown") return;
    answer_request(subject, request, lines, tells_late);
  }
}

}  // namespace conformance
