#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "mock-provider/server.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"

namespace mock_provider::server_threads_test {
namespace {

using mock_provider_tests::json_of;
using mock_provider_tests::sound_headers;
using mock_provider_tests::sound_request;

/// Puts a scenario of its own for each request, plays it, reads the journal back; returns how many went wrong.
int play_scenarios(Server& server, int thread, int count) {
  httplib::Client client("127.0.0.1", server.port());
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);
  int mistakes = 0;
  for (int index = 0; index < count; ++index) {
    std::string const name = "t" + std::to_string(thread) + "-" + std::to_string(index);
    server.put_scenario(name, {{"steps", {{{"respond", {{"text", name}}}}}}});
    httplib::Result const result = client.Post("/" + name + "/v1/chat/completions", sound_headers(),
                                               json_text::dump(sound_request(name)), "application/json");
    bool const is_answered = result && json_of(result->body).at("choices")[0].at("message").at("content") == name;
    std::vector<JournalEntry> const requests = server.requests(name);
    bool const is_noted = requests.size() == 1 && json_of(requests[0].body).at("messages")[0].at("content") == name;
    mistakes += is_answered && is_noted && server.unplayed(name).empty() ? 0 : 1;
    if (index % 2 == 0) server.remove_scenario(name);
  }
  return mistakes;
}

TEST(ThreadsServer, KeepsManyScenariosApart) {
  Server server{ServerOptions{}};
  std::array<int, 8> mistakes{};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back(
        [&, thread] { mistakes[static_cast<std::size_t>(thread)] = play_scenarios(server, thread, 60); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(mistakes, testing::Each(0));
  EXPECT_EQ(server.dropped_requests(), 0U);
  EXPECT_THAT(server.unplayed(), testing::IsEmpty());
}

TEST(ThreadsServer, PlaysOneScenarioForManyClientsExactlyOnce) {
  Server server{ServerOptions{}};
  server.put_scenario("s", Json::parse(R"({"steps": [{"respond": {"text": "x"}, "repeat": 100}]})"));
  std::array<int, 8> answered{};
  std::vector<std::thread> threads;
  for (int& count : answered) {
    threads.emplace_back([&server, &count] {
      for (int request = 0; request < 20; ++request) {
        httplib::Result const result =
            mock_provider_tests::post(server.port(), "/s/v1/chat/completions", sound_request());
        count += result && result->status == 200 ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  int total = 0;
  for (int const count : answered) total += count;
  EXPECT_EQ(total, 100);
  EXPECT_EQ(server.requests("s").size(), 160U);
}

/// Plays one scenario and uses every route of the administration, as others do meanwhile; returns how many answers were
/// none that a scenario that comes and goes allows.
int ask_all_there_is(int port, int count) {
  httplib::Client client("127.0.0.1", port);
  client.set_keep_alive(true);
  client.set_tcp_nodelay(true);
  std::string const place = "/_mock/scenarios/shared";
  std::string const scenario = R"({"steps": [{"respond": {"text": "x"}, "repeat": 2}]})";
  int mistakes = 0;
  auto const expect = [&](httplib::Result const& result) {
    mistakes += result && (result->status == 200 || result->status == 404) ? 0 : 1;
  };
  for (int index = 0; index < count; ++index) {
    expect(client.Put(place, scenario, "application/json"));
    expect(client.Get(place));
    expect(client.Get("/_mock/scenarios"));
    expect(client.Post("/shared/v1/chat/completions", sound_headers(), json_text::dump(sound_request()),
                       "application/json"));
    expect(client.Post(place + "/frames?count=1"));
    expect(client.Get("/_mock/requests?scenario=shared"));
    expect(client.Get("/_mock/"));
    expect(client.Get("/_mock/metrics"));
    expect(client.Delete(place));
    expect(client.Get("/_mock/health"));
    if (index % 4 == 2) expect(client.Delete("/_mock/requests?scenario=shared"));
    if (index % 8 == 0) expect(client.Post("/_mock/reset"));
  }
  return mistakes;
}

TEST(ThreadsServer, AnswersWhoeverPutsReadsAndRemovesOneScenario) {
  Server server{ServerOptions{}};
  std::array<int, 6> mistakes{};
  std::vector<std::thread> threads;
  for (int& count : mistakes) threads.emplace_back([&] { count = ask_all_there_is(server.port(), 150); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(mistakes, testing::Each(0));
}

std::string head_of(std::string const& path, std::size_t length) {
  return "POST " + path + " HTTP/1.1\r\nAuthorization: Bearer k\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(length) + "\r\n\r\n";
}

/// What a client sends that keeps the server waiting: for the rest, for itself to read, or for a scenario.
std::vector<std::string> const& waits() {
  static std::string const whole = json_text::dump(sound_request());
  static std::string const streamed = [] {
    Json body = sound_request();
    body["stream"] = true;
    return json_text::dump(body);
  }();
  auto const asking = [](std::string const& scenario, std::string const& body) {
    return head_of("/" + scenario + "/v1/chat/completions", body.size()) + body;
  };
  static std::vector<std::string> const all{"POST /v1/chat",                         // the rest of a head
                                            head_of("/v1/chat/completions", 1'000),  // a body
                                            asking("late", whole),
                                            asking("slow", streamed),
                                            asking("held", streamed),
                                            asking("stalled", whole),
                                            asking("silent", whole),
                                            asking("huge", whole)};
  return all;
}

TEST(ThreadsServer, AnswersHoweverManyKeepItWaiting) {
  Server server{ServerOptions{}};
  auto const play = [&](std::string const& name, char const* respond) {
    server.put_scenario(name, {{"steps", {{{"respond", Json::parse(respond)}, {"repeat", "always"}}}}});
  };
  play("late", R"({"text": "x", "delayMs": 60000})");
  play("slow", R"({"text": "x y z", "chunkDelayMs": 60000})");
  play("held", R"({"text": "x", "hold": 1})");
  play("stalled", R"({"text": "x", "fault": {"kind": "stall", "afterBytes": 5}})");
  play("silent", R"({"text": "x", "fault": {"kind": "silence", "end": "stall"}})");
  play("huge", R"({"text": "x", "fault": {"kind": "hugeBody", "bytes": 30000000}})");
  unsigned const count = 2 * std::thread::hardware_concurrency() + 2;
  for (std::string const& wait : waits()) {
    std::vector<mock_provider_tests::RawSocket> clients;
    for (unsigned client = 0; client < count; ++client) {
      clients.emplace_back(server.port());
      EXPECT_TRUE(clients.back().send(wait));
    }
    httplib::Result const result = mock_provider_tests::post(server.port(), "/v1/chat/completions", sound_request());
    EXPECT_TRUE(result && result->status == 200) << wait;
  }
}

/// How many threads this process has.
std::ptrdiff_t thread_count() {
  std::filesystem::directory_iterator const threads("/proc/self/task");
  return std::distance(begin(threads), end(threads));
}

TEST(ThreadsServer, TakesNoThreadForAConnectionThatRests) {
  Server server{ServerOptions{}};
  std::ptrdiff_t const before = thread_count();
  std::string const body = json_text::dump(sound_request());
  std::vector<mock_provider_tests::RawSocket> clients;
  for (int client = 0; client < 50; ++client) clients.emplace_back(server.port());
  for (int round = 0; round < 2; ++round) {
    for (mock_provider_tests::RawSocket const& client : clients) {
      EXPECT_TRUE(client.send(head_of("/v1/chat/completions", body.size()) + body));
    }
    for (mock_provider_tests::RawSocket const& client : clients) {
      EXPECT_TRUE(client.read_including("\"system_fingerprint\"").starts_with("HTTP/1.1 200"));
    }
  }
  EXPECT_EQ(thread_count(), before);
}

TEST(ThreadsServer, StopsWhileClientsAreAsking) {
  Server server{ServerOptions{}};
  std::atomic<bool> is_stopped = false;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&is_stopped, port = server.port()] {
      while (!is_stopped) static_cast<void>(mock_provider_tests::post(port, "/v1/chat/completions", sound_request()));
    });
  }
  while (server.requests("default").size() < 50) std::this_thread::yield();
  server.stop();
  is_stopped = true;
  for (std::thread& thread : threads) thread.join();
  EXPECT_GE(server.requests("default").size(), 50U);
}

}  // namespace
}  // namespace mock_provider::server_threads_test
