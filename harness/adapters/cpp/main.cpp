#include <functional>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <prompty/prompty.hpp>
#include <string>

// A conformance adapter for a C++ library, here the installed package `prompty`: one JSON-RPC request a line on
// standard input, one answer a line on standard output. What is not among `operations()` is refused, and counts as
// unsupported.
namespace cpp_adapter {
namespace {

using prompty::Json;
using Operation = std::function<Json(Json const& params)>;

/// Reads a member that need not be there, as null.
Json member(Json const& params, char const* name) {
  return params.contains(name) ? params.at(name) : Json();
}

prompty::PromptyAgent agent_of(Json const& params) {
  return prompty::agent_codec::from_json(params.at("agent"));
}

Json split(Json const& params) {
  prompty::frontmatter::Halves const halves = prompty::frontmatter::split(params.at("text").get<std::string>());
  return {{"frontmatter", halves.block ? Json(halves.block->text) : Json()}, {"body", halves.body}};
}

Json load(Json const& params) {
  prompty::LoadOptions options;
  // A vector brings the whole environment that its file may see.
  if (params.contains("env"))
    options.environment = prompty::fixed_environment(params.at("env").get<std::map<std::string, std::string>>());
  return prompty::agent_codec::to_json(prompty::load(params.at("path").get<std::string>(), options));
}

Json validate_inputs(Json const& params) {
  return prompty::validate_inputs(agent_of(params), member(params, "inputs"));
}

Json prepare(Json const& params) {
  return prompty::message_codec::write(prompty::prepare(agent_of(params), member(params, "inputs")));
}

Json process(Json const& params) {
  return prompty::outcome_to_json(prompty::process(agent_of(params), params.at("response")));
}

std::map<std::string, Operation> const& operations() {
  static std::map<std::string, Operation> const table = {
      {"split", split},     {"load", load},       {"validate_inputs", validate_inputs},
      {"prepare", prepare}, {"process", process},
  };
  return table;
}

Json capabilities() {
  Json names = Json::array();
  for (auto const& [name, operation] : operations()) names.push_back(name);
  return {
      {"protocolVersion", 6},
      {"implementation", {{"name", "prompty-in-cpp"}, {"version", prompty::version()}, {"language", "C++"}}},
      {"operations", names},
      {"providers", {"openai", "anthropic", "azure", "foundry"}},
      {"apiTypes", {"chat", "embedding", "image", "responses"}},
      {"features",
       {"env", "jinja2", "mustache", "strict", "file-details", "jinja2-details", "render-limits", "parse-details"}}};
}

Json raised(std::string_view kind, std::string const& message) {
  return {{"error", {{"code", -32000}, {"message", message}, {"data", {{"kind", kind}, {"message", message}}}}}};
}

/// The member `result` or `error` for one request.
Json answer(std::string const& method, Json const& params) {
  if (method == "initialize") return {{"result", capabilities()}};
  auto const found = operations().find(method);
  if (found == operations().end())
    return {{"error", {{"code", -32601}, {"message", method + " is not offered by this adapter"}}}};
  try {
    return {{"result", found->second(params)}};
  } catch (prompty::Error const& error) {
    return raised(error.kind(), error.what());
  } catch (std::exception const& error) {
    return raised("RuntimeError", error.what());
  }
}

}  // namespace
}  // namespace cpp_adapter

int main() {
  // Without options.profile a request follows the letter of the documents.
  prompty::global_runtime().profile.set(prompty::Profile::as_written);
  for (std::string line; std::getline(std::cin, line);) {
    // The library takes a NUL byte for the end of a text, and JSON has none.
    bool const has_nul = line.find('\0') != std::string::npos;
    prompty::Json const request = prompty::Json::parse(has_nul ? "" : line, nullptr, false);
    if (request.is_discarded()) {
      std::cout << R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"The line is not JSON"}})"
                << std::endl;
      continue;
    }
    std::string const method = request.at("method");
    if (method == "shutdown") return 0;
    prompty::Json response = {{"jsonrpc", "2.0"}, {"id", request.at("id")}};
    response.update(cpp_adapter::answer(method, request.value("params", prompty::Json::object())));
    std::cout << response.dump() << std::endl;
  }
}
