#include <array>
#include <cstdio>
#include <iostream>
#include <mock-provider/mock.hpp>
#include <string>

namespace {

int failures = 0;

void expect(bool holds, char const* what) {
  if (holds) return;
  ++failures;
  std::cerr << "not so: " << what << "\n";
}

bool has(std::string const& text, std::string const& part) {
  return text.find(part) != std::string::npos;
}

/// In the place of a program that is tested: what curl prints.
std::string post(std::string const& url, std::string const& body) {
  std::string const command =
      "curl -s '" + url + "' -H 'authorization: Bearer key' -H 'content-type: application/json' -d '" + body + "'";
  std::string answer;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return answer;
  std::array<char, 4096> room{};
  for (std::size_t count = 0; (count = std::fread(room.data(), 1, room.size(), pipe)) > 0;)
    answer.append(room.data(), count);
  pclose(pipe);
  return answer;
}

}  // namespace

int main() {
  mock_provider::Mock mock;
  mock_provider::MockScenario const scenario = mock.play("weather", R"(
    steps:
      - match: {offeredTool: get_weather, turn: 1}
        respond: {toolCalls: [{name: get_weather, arguments: {city: Paris}}]}
      - respond: {text: It is 72°F.}
  )");
  std::string const url = scenario.openai_url() + "/chat/completions";
  std::string const tool =
      R"({"type": "function", "function": {"name": "get_weather", "parameters": {"type": "object"}}})";
  std::string const user = R"({"role": "user", "content": "What is the weather?"})";
  std::string const request = R"({"model": "gpt-4o", "messages": [)" + user + R"(], "tools": [)" + tool + "]";
  expect(has(post(url, request + "}"), R"("arguments":"{\"city\":\"Paris\"}")"), "the first answer is a call");
  expect(scenario.unplayed().size() == 1, "a step is left");
  expect(has(post(url, request + R"(, "stream": true})"), "72°F"), "the second is a stream of text");
  expect(scenario.unplayed().empty(), "no step is left");
  expect(scenario.requests().size() == 2, "two requests came");
  expect(scenario.requests()[0].step == 1, "the first step took the first");
  expect(scenario.requests()[0].findings.empty(), "the first breaks no rule");
  mock.stop();
  expect(post(url, request + "}").empty(), "it has stopped");
  return failures == 0 ? 0 : 1;
}
