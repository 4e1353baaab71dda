#include "bench/mock/questions.hpp"

namespace bench {
namespace {

using Json = nlohmann::ordered_json;

constexpr int words_of_a_stream = 100;

/// A hundred words of twenty characters with their blank: a chunk each, by words as by twenty characters.
std::string long_text() {
  std::string text;
  for (int word = 0; word < words_of_a_stream; ++word) text += "nineteencharacterss ";
  return text;
}

std::string request(Json const& body) {
  std::string const text = body.dump();
  return "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer sk-bench-0123456789\r\n"
         "Content-Type: application/json\r\nAccept: application/json\r\nUser-Agent: bench\r\nContent-Length: " +
         std::to_string(text.size()) + "\r\n\r\n" + text;
}

Json question(std::string const& text) {
  Json const parameters{{"type", "object"},
                        {"properties", {{"city", {{"type", "string"}, {"description", "Name of the city"}}}}},
                        {"required", {"city"}},
                        {"additionalProperties", false}};
  return {{"model", "gpt-4o"},
          {"messages",
           {{{"role", "system"}, {"content", "You answer questions about the weather, shortly."}},
            {{"role", "user"}, {"content", text}}}},
          {"temperature", 0.2},
          {"max_completion_tokens", 800},
          {"tools",
           {{{"type", "function"},
             {"function",
              {{"name", "get_weather"},
               {"description", "Current weather"},
               {"parameters", parameters},
               {"strict", true}}}}}}};
}

Json streamed(std::string const& text) {
  Json body = question(text);
  body["stream"] = true;
  return body;
}

Json step(std::string const& text, Json respond) {
  Json const requested = question(text);
  return {{"match", {{"body", {{"$subset", {{"model", "gpt-4o"}, {"messages", requested.at("messages")}}}}}}},
          {"respond", std::move(respond)},
          {"repeat", "always"}};
}

}  // namespace

std::string chat_request() {
  return request(question("What is the weather in Paris?"));
}

std::string stream_request() {
  return request(streamed("Tell me a story."));
}

std::string paced_request() {
  return request(streamed("Tell me a story slowly."));
}

Json mock_scenario() {
  return {{"steps",
           {step("What is the weather in Paris?", {{"text", "It is 72 degrees in Paris."}}),
            step("Tell me a story.", {{"text", long_text()}}),
            step("Tell me a story slowly.", {{"text", long_text()}, {"chunkDelayMs", 10}})}}};
}

Json aimock_fixtures() {
  return {{"fixtures",
           {{{"match", {{"userMessage", "What is the weather in Paris?"}}},
             {"response", {{"content", "It is 72 degrees in Paris."}}}},
            {{"match", {{"userMessage", "Tell me a story"}}}, {"response", {{"content", long_text()}}}}}}};
}

}  // namespace bench
