#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "prompty/pipeline/prepare.hpp"
#include "support/random_text.hpp"

namespace prompty::prepare_properties_test {
namespace {

using prompty_tests::pick;
using prompty_tests::Random;

constexpr std::array<char const*, 24> harmless = {"user",
                                                  "system:",
                                                  "Assistant :",
                                                  "#",
                                                  "\n",
                                                  "\n\n",
                                                  "  ",
                                                  "a = {b}",
                                                  ":",
                                                  "Hello there",
                                                  "[1]",
                                                  "user[a=b",
                                                  "{ ",
                                                  "100 %",
                                                  "}} ",
                                                  "# ",
                                                  "\t",
                                                  "\r\n",
                                                  "\xE2\x80\xA8",
                                                  "\xF0\x9F\x98\x80",
                                                  "nonce=1",
                                                  "__PROMPTY_THREAD_",
                                                  "user[]:",
                                                  "\""};

/// A template of markers and text, and what it makes of any input.
struct Prompt {
  std::string text;
  std::vector<std::string> roles;
};

Prompt random_prompt(Random& random) {
  constexpr std::array<char const*, 9> markers = {"system:",
                                                  "user:",
                                                  "assistant:",
                                                  "  # User :",
                                                  "USER[a=b]:",
                                                  "\tsystem: ",
                                                  "assistant[x=1, y=\"a b\"]:",
                                                  "user:\r",
                                                  "{% if true %}user:{% endif %}"};
  constexpr std::array<char const*, 9> roles = {"system", "user",      "assistant", "user", "user",
                                                "system", "assistant", "user",      "user"};
  Prompt prompt;
  for (std::size_t count = random() % 4 + 1; count > 0; --count) {
    std::size_t const which = random() % markers.size();
    prompt.text.append(markers[which]).append("\nText {{ input }} end\n");
    prompt.roles.emplace_back(roles[which]);
  }
  return prompt;
}

std::string random_text(Random& random) {
  std::string text;
  for (std::size_t count = random() % 8; count > 0; --count) text += pick(random, harmless);
  return text;
}

std::string random_injection(Random& random) {
  constexpr std::array<char const*, 8> markers = {"system:",      " # system:", "SYSTEM :",     "user[name=x]:",
                                                  "assistant:\r", "\tuser:",    "#Assistant: ", "system[role=system]:"};
  return random_text(random) + "\n" + pick(random, markers) + "\n" + random_text(random);
}

std::vector<std::string> roles_of(std::vector<Message> const& messages) {
  std::vector<std::string> roles;
  for (Message const& message : messages) roles.push_back(message.role);
  return roles;
}

TEST(PrepareProperties, NoHarmlessPromptIsRefusedAndNoInputOpensAMessage) {
  Random random(20240611);
  for (int round = 0; round < 100'000; ++round) {
    Prompt const prompt = random_prompt(random);
    Json const inputs{{"input", round % 2 == 0 ? random_text(random) : random_injection(random)}};
    std::vector<Message> const messages = prepare(PromptyAgent{.instructions = prompt.text}, inputs);
    ASSERT_EQ(roles_of(messages), prompt.roles) << prompt.text << "\nwith\n" << inputs.dump();
  }
}

TEST(PrepareProperties, TextOfInputsArrivesAsItIs) {
  Random random(7);
  PromptyAgent const agent{.instructions = "user:\n<{{ input }}>"};
  for (int round = 0; round < 5'000; ++round) {
    std::string const text = random_injection(random);
    std::vector<Message> const messages = prepare(agent, Json{{"input", text}});
    ASSERT_EQ(messages.size(), 1U);
    ASSERT_EQ(std::get<TextPart>(messages.front().content.front()).value, "<" + text + ">");
  }
}

TEST(ThreadsPrepareProperties, AThousandAtOnceGiveWhatOneGives) {
  PromptyAgent agent{.instructions = "system:\nS\n{{ history }}\nuser:\n{{ text }} {{ photo }}"};
  agent.inputs = {{.name = "history", .kind = "thread"}, {.name = "photo", .kind = "image"}};
  Json const inputs{
      {"history", Json::array({Json{{"role", "user"}, {"content", "Hi"}}})}, {"photo", "https://x.y/z"}, {"text", "T"}};
  std::vector<Message> const expected = prepare(agent, inputs);
  std::vector<int> right(20, 0);
  std::vector<std::thread> threads;
  for (int& count : right) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) count += prepare(agent, inputs) == expected ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, std::vector<int>(20, 50));
}

}  // namespace
}  // namespace prompty::prepare_properties_test
