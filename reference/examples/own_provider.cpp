// A provider of one's own: the interface of a llama.cpp server, which takes a text and gives its continuation.
#include <prompty/prompty.hpp>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

struct LlamaExecutor final : prompty::Executor {
  prompty::Json execute(prompty::PromptyAgent const& agent,
                        std::vector<prompty::Message> const& messages) const override {
    std::string prompt;
    for (prompty::Message const& message : messages) prompt += prompty::text(message);
    std::string const url = *std::get<prompty::AnonymousConnection>(*agent.model->connection).endpoint + "/completion";
    prompty::HttpResponse const answer = prompty::HttpTransport().send(
        {"POST", url, {{"Content-Type", "application/json"}}, prompty::Json{{"prompt", prompt}}.dump()});
    if (answer.status != 200) throw prompty::ExecuteError("llama.cpp: " + answer.body, answer.status, "");
    // The library takes a NUL byte for the end of a text, and JSON has none.
    if (answer.body.find('\0') != std::string::npos)
      throw prompty::ExecuteError("llama.cpp: no JSON", answer.status, "");
    return prompty::Json::parse(answer.body);
  }
};

struct LlamaProcessor final : prompty::Processor {
  prompty::Outcome process(prompty::PromptyAgent const&, prompty::Json const& response) const override {
    return prompty::Text{response.at("content")};
  }
};

int main() try {
  prompty::register_executor("llama", std::make_shared<LlamaExecutor>());
  prompty::register_processor("llama", std::make_shared<LlamaProcessor>());
  std::cout << prompty::text(prompty::invoke("own_provider.prompty")) << '\n';
} catch (std::exception const& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
