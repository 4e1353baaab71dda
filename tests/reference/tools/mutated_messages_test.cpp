// Answers of servers with bytes changed: each is a result or an error of this library, and the next one is not harmed.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "prompty/core/error.hpp"
#include "prompty/tools/mcp_client.hpp"
#include "support/random_text.hpp"

namespace prompty::mutated_messages_test {
namespace {

/// Answers each message from a text, in which @ stands for the id.
class CannedTransport final : public Transport {
 public:
  std::string type = "application/json";
  std::string body;

  [[nodiscard]] HttpResponse send(HttpRequest const& request) const override {
    std::string const id = Json::parse(request.body).value("id", Json(0)).dump();
    std::string text = body;
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) text.replace(at, 1, id);
    return {.status = 200, .headers = {{"content-type", type}}, .body = std::move(text)};
  }
};

constexpr std::array<std::string_view, 16> pieces = {"{", "}", "[", "]",  "\"", ":",  ",",    "0",
                                                     "-", "9", "@", "\\", "\n", "id", "\x80", "\xff"};
constexpr std::array<char const*, 2> kinds{"application/json", "text/event-stream"};
constexpr std::array<char const*, 4> messages{
    R"({"jsonrpc":"2.0","id":@,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}})",
    R"({"jsonrpc":"2.0","id":@,"result":{"tools":[{"name":"a","description":"b","inputSchema":{"type":"object"}}]}})",
    R"({"jsonrpc":"2.0","id":@,"result":{"content":[{"type":"text","text":"x"},{"type":"resource","resource":{"uri":)"
    R"("u","blob":"AA"}}],"structuredContent":{"a":1},"isError":false}})",
    R"([{"jsonrpc":"2.0","id":"q","method":"ping"},{"jsonrpc":"2.0","id":@,"error":{"code":-1,"message":"m"}}])"};

TEST(MutatedMcpMessages, AreResultsOrErrors) {
  std::shared_ptr<CannedTransport> const transport = std::make_shared<CannedTransport>();
  transport->body = messages[0];
  McpClient client("s", http_channel("s", HttpServer{.endpoint = "http://e"}, nullptr, transport, 4000),
                   {.max_tools = 50}, {});
  prompty_tests::Random random(7);
  int results = 0;
  int refusals = 0;
  for (int round = 0; round < 20'000; ++round) {
    transport->type = kinds[random() % kinds.size()];
    std::string message = prompty_tests::pick(random, messages);
    if (random() % 4 > 0) message = prompty_tests::mutated(std::move(message), random, pieces);
    transport->body = transport->type == kinds[0] ? message : "data: " + message + "\n\n";
    try {
      static_cast<void>(read_mcp_result(client.call("f", nullptr, {}), "f"));
      static_cast<void>(client.tools({}));
      ++results;
    } catch (Error const&) {
      ++refusals;
    }
  }
  EXPECT_GT(results, 100);
  EXPECT_GT(refusals, 1000);
}

}  // namespace
}  // namespace prompty::mutated_messages_test
