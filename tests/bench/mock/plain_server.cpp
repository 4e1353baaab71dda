// A bare cpp-httplib server that parses each body and answers the same bytes: what a mock without matching, checks and
// a journal would reach. plain_server THREADS; prints its port.
#include <httplib.h>
#include <sys/socket.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

class DeepServer : public httplib::Server {
 public:
  void raise_backlog() { ::listen(svr_sock_, 1024); }
};

constexpr char const* answer =
    R"({"id":"chatcmpl-000000000000000000000000","object":"chat.completion","created":1700000000,"model":"gpt-4o",)"
    R"("choices":[{"index":0,"message":{"role":"assistant","content":"It is 72 degrees in Paris.","refusal":null},)"
    R"("logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":20,"completion_tokens":7,"total_tokens":27}})";

}  // namespace

int main(int count, char** words) {
  std::size_t const threads = count > 1 ? std::stoul(words[1]) : 64;
  DeepServer server;
  server.set_tcp_nodelay(true);
  server.set_keep_alive_max_count(1'000'000'000);
  server.new_task_queue = [threads] { return new httplib::ThreadPool(threads); };
  server.Post("/v1/chat/completions", [](httplib::Request const& request, httplib::Response& response) {
    nlohmann::ordered_json const body = nlohmann::ordered_json::parse(request.body, nullptr, false);
    response.status = body.is_discarded() ? 400 : 200;
    response.set_content(answer, "application/json");
  });
  int const port = server.bind_to_any_port("127.0.0.1");
  server.raise_backlog();
  std::cout << port << std::endl;
  server.listen_after_bind();
}
