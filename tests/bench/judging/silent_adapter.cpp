#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "harness/judge/subject/in_process.hpp"

namespace {

/// The capabilities of the reference as an adapter declares them.
nlohmann::json greeting(conformance::Capabilities const& declared) {
  return {{"protocolVersion", 6},
          {"implementation", {{"name", "silent"}, {"version", "1"}, {"language", "C++"}}},
          {"operations", declared.operations},
          {"providers", declared.providers},
          {"apiTypes", declared.api_types},
          {"connectionKinds", declared.connection_kinds},
          {"features", declared.features},
          {"maxInFlight", declared.max_in_flight}};
}

}  // namespace

/// Answers every request with null as soon as it has seen its id.
int main() {
  std::string greeted;
  {
    conformance::InProcessSubject const reference;
    greeted = greeting(reference.capabilities()).dump();
  }
  constexpr std::string_view before_id = R"({"jsonrpc":"2.0","id":)";
  for (std::string line; std::getline(std::cin, line);) {
    if (!line.starts_with(before_id)) break;
    std::string const id = line.substr(before_id.size(), line.find(',', before_id.size()) - before_id.size());
    bool const is_greeting = line.find(R"("method":"initialize")") != std::string::npos;
    std::cout << R"({"jsonrpc":"2.0","id":)" << id << R"(,"result":)" << (is_greeting ? greeted : "null") << "}\n"
              << std::flush;
  }
}
