#include "mock-provider/check/mcp_check.hpp"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "mock-provider/check/finding.hpp"
#include "mock-provider/check/request_frame.hpp"

namespace mock_provider {
namespace mcp_check {
namespace {

constexpr std::array<Rule, 8> all{{
    {"mcp.accept", "accept names application/json and text/event-stream", ""},
    {"mcp.content-type", "content-type is application/json", ""},
    {"mcp.body.json", "the body is one JSON object", ""},
    {"mcp.message.version", "jsonrpc is 2.0", ""},
    {"mcp.message.method", "a message has a method, or is the answer to a request", ""},
    {"mcp.message.id", "an id is a text or a whole number", ""},
    {"mcp.session", "every message after initialize names the session", ""},
    {"mcp.initialize", "initialize has protocolVersion, capabilities and clientInfo with name and version", ""},
}};

bool accepts_both(Headers const& headers) {
  std::string const* const accept = header_named(headers, "accept");
  return accept != nullptr && accept->find("application/json") != std::string::npos &&
         accept->find("text/event-stream") != std::string::npos;
}

void check_initialize(Json const& body, FindingList& findings) {
  constexpr std::string_view rule = "mcp.initialize";
  Json const* const params = member(body, "params");
  if (params == nullptr || !params->is_object()) return findings.add(rule, "/params", "\"params\" must be an object");
  findings.require_text(rule, *params, "/params", "protocolVersion");
  Json const* const capabilities = member(*params, "capabilities");
  if (capabilities == nullptr || !capabilities->is_object()) {
    findings.add(rule, "/params/capabilities", "\"capabilities\" must be an object");
  }
  Json const* const client = member(*params, "clientInfo");
  if (client == nullptr || !client->is_object()) {
    return findings.add(rule, "/params/clientInfo", "\"clientInfo\" must be an object with name and version");
  }
  findings.require_text(rule, *client, "/params/clientInfo", "name");
  findings.require_text(rule, *client, "/params/clientInfo", "version");
}

void check_message(Headers const& headers, Json const& body, FindingList& findings) {
  Json const* const version = member(body, "jsonrpc");
  if (version == nullptr || *version != "2.0") {
    findings.add("mcp.message.version", "/jsonrpc", "\"jsonrpc\" must be \"2.0\"");
  }
  Json const* const id = member(body, "id");
  if (id != nullptr && !id->is_string() && !id->is_number_integer()) {
    findings.add("mcp.message.id", "/id", "\"id\" must be a string or a whole number");
  }
  Json const* const method = member(body, "method");
  bool const is_answer = member(body, "result") != nullptr || member(body, "error") != nullptr;
  if (!is_answer && (method == nullptr || !method->is_string())) {
    return findings.add("mcp.message.method", "/method", "\"method\" must be a string");
  }
  if (method != nullptr && *method == "initialize") return check_initialize(body, findings);
  if (header_named(headers, "mcp-session-id") != nullptr) return;
  findings.add("mcp.session", "", "send the \"mcp-session-id\" that initialize was answered with");
}

}  // namespace

std::vector<Finding> check(Headers const& headers, Json const& body) {
  FindingList findings;
  if (!accepts_both(headers)) {
    findings.add("mcp.accept", "", "send \"accept: application/json, text/event-stream\"");
  }
  if (!request_headers::says_json(headers)) {
    findings.add("mcp.content-type", "", "send \"content-type: application/json\"");
  }
  if (body.is_object()) {
    check_message(headers, body, findings);
  } else {
    findings.add("mcp.body.json", "", "the body must be one JSON object");
  }
  return findings.take();
}

}  // namespace mcp_check

std::span<Rule const> mcp_rules() {
  return mcp_check::all;
}

}  // namespace mock_provider
