// Answers of servers with bytes changed: each is a result or an error of this library, and the next one is not harmed.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>

#include "prompty/core/error.hpp"
#include "prompty/tools/http_channel.hpp"
#include "prompty/tools/mcp_client.hpp"

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

std::string mutated(std::string text, std::mt19937& random) {
  constexpr std::string_view pieces = "{}[]\":,0-9@\\\n\x80\xff";
  for (unsigned changes = random() % 4; changes > 0; --changes) {
    std::size_t const at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text[at] = pieces[random() % pieces.size()];
        break;
      case 1:
        text.insert(at, 1, pieces[random() % pieces.size()]);
        break;
      case 2:
        text.erase(at, 1 + random() % 8);
        break;
      default:
        text.insert(at, text.substr(at, random() % 30));
    }
    if (text.empty()) return text;
  }
  return text;
}

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
  McpClient client("s",
                   std::make_unique<HttpChannel>("s", HttpServer{.endpoint = "http://e"}, nullptr, transport, 4000),
                   {.max_tools = 50}, {});
  std::mt19937 random(7);
  int results = 0;
  int refusals = 0;
  for (int round = 0; round < 20'000; ++round) {
    transport->type = kinds[random() % kinds.size()];
    std::string const message = mutated(messages[random() % messages.size()], random);
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
