#pragma once

#include "tests/harness/mutants/generated_dice.hpp"

namespace conformance::generated {

/// Calls of the operations of web APIs, each with a document of its own.
class ApiCalls {
 public:
  explicit ApiCalls(Dice& dice) : dice_(dice) {}

  [[nodiscard]] Input dispatch() {
    std::string const id = dice_.word();
    std::string const folder = dice_.word();
    std::string const method = dice_.pick<std::string>({"get", "put", "post", "delete"});
    Json operation = {{"operationId", "op" + id}, {"parameters", Json::array({query("q"), query("r")})}};
    Json arguments = {{"key", dice_.word()}};
    if (dice_.one_in(2)) arguments["q"] = dice_.word();
    if (method == "put" || method == "post") {
      operation["requestBody"] = {{"content", {{"application/json", {{"schema", {{"type", "object"}}}}}}}};
      arguments["body"] = {{dice_.word(), dice_.word()}};
    }
    Json const document = {{"openapi", dice_.pick<std::string>({"3.0.3", "3.1.0"})},
                           {"paths", {{"/" + folder + "/{key}", {{method, operation}}}}}};
    Json const tool = {{"name", id},
                       {"kind", "openapi"},
                       {"connection", {{"kind", "anonymous"}, {"endpoint", "${MOCK}/api"}}},
                       {"specification", folder + ".json"}};
    return {.operation = "dispatch",
            .params = {{"call", {{"name", "op" + id}, {"arguments", arguments.dump()}}}, {"tool", tool}},
            .files = {{folder + ".json", document.dump()}},
            .provider = Json::array({{{"match", {{"path", {{"$type", "string"}}}}},
                                      {"respond", {{"body", {{dice_.word(), dice_.word()}}}}}}})};
  }

 private:
  static Json query(char const* name) { return {{"name", name}, {"in", "query"}, {"schema", {{"type", "string"}}}}; }

  Dice& dice_;
};

}  // namespace conformance::generated
