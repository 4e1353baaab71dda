#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "mock-provider/http/lounge.hpp"

namespace mock_provider::http::lounge_test {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds long_enough{60'000};
constexpr std::string_view request = "GET / HTTP/1.1\r\n\r\n";

/// A client, and the connection that the server has with it.
class Client {
 public:
  explicit Client(milliseconds silence = long_enough) {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) std::abort();
    own_ = ends[0];
    connection = std::make_unique<Connection>(
        std::make_unique<Channel>(ends[1], Patience{.silence = silence, .total = long_enough}),
        ReadLimits{.head_bytes = 1'000, .body_bytes = 1'000}, Requests::all);
    served = connection.get();
  }
  Client(Client const&) = delete;
  Client& operator=(Client const&) = delete;
  ~Client() { leave(); }

  void send(std::string_view bytes) const { EXPECT_EQ(write(own_, bytes.data(), bytes.size()), std::ssize(bytes)); }
  void leave() {
    if (own_ >= 0) close(std::exchange(own_, -1));
  }

  std::unique_ptr<Connection> connection;
  Connection const* served = nullptr;

 private:
  int own_ = -1;
};

/// What a connection does next, its requests answered with nothing.
Connection::Then served(Connection& connection) {
  return connection.serve({.answer = [](Request const&) { return Answer{}; },
                           .abandoned = [](Answer const&, Delivery const&) {},
                           .refuse = [](Refusal const&) { return Answer{}; }});
}

TEST(ThreadsLounge, GivesBackWhoHasSentSomethingEachTime) {
  Lounge lounge(long_enough);
  Client silent;
  Client client;
  ASSERT_TRUE(lounge.take(silent.connection));
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(lounge.take(client.connection));
    EXPECT_EQ(client.connection, nullptr);
    client.send(request);
    client.connection = lounge.next();
    ASSERT_EQ(client.connection.get(), client.served);
    EXPECT_EQ(served(*client.connection), Connection::Then::rests);
  }
}

/// A connection of which part of a request has been deciphered.
class ForesightedChannel : public Channel {
 public:
  using Channel::Channel;
  [[nodiscard]] bool holds_more() const override { return true; }
};

TEST(ThreadsLounge, GivesBackAtOnceWhatIsAtHandAlready) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  auto connection = std::make_unique<Connection>(
      std::make_unique<ForesightedChannel>(ends[0], Patience{.silence = long_enough, .total = long_enough}),
      ReadLimits{}, Requests::all);
  Lounge lounge(long_enough);
  ASSERT_TRUE(lounge.take(connection));
  EXPECT_NE(lounge.next(), nullptr);
  close(ends[1]);
}

TEST(ThreadsLounge, GivesBackWhoHasGone) {
  Lounge lounge(long_enough);
  Client client;
  ASSERT_TRUE(lounge.take(client.connection));
  client.leave();
  std::unique_ptr<Connection> const gone = lounge.next();
  ASSERT_EQ(gone.get(), client.served);
  EXPECT_EQ(served(*gone), Connection::Then::ends);
}

TEST(ThreadsLounge, EndsWhoIsSilentForTooLongAndNobodyElse) {
  constexpr milliseconds silence{100};
  Lounge lounge(silence);
  Client first;
  Client second;
  Clock::time_point const start = Clock::now();
  ASSERT_TRUE(lounge.take(first.connection));
  std::this_thread::sleep_for(silence / 2);
  ASSERT_TRUE(lounge.take(second.connection));
  for (Client* const client : {&first, &second}) {
    std::unique_ptr<Connection> const ended = lounge.next();
    ASSERT_EQ(ended.get(), client->served);
    EXPECT_EQ(served(*ended), Connection::Then::ends);
    EXPECT_GE(Clock::now() - start, client == &first ? silence : silence * 3 / 2);
  }
}

TEST(ThreadsLounge, CountsTheSilenceOfEachAnew) {
  constexpr milliseconds silence{400};
  Lounge lounge(silence);
  Client client(silence);
  // Longer than the silence, in all.
  for (int round = 0; round < 4; ++round) {
    ASSERT_TRUE(lounge.take(client.connection));
    std::this_thread::sleep_for(silence / 3);
    client.send(request);
    client.connection = lounge.next();
    ASSERT_NE(client.connection, nullptr);
    ASSERT_EQ(served(*client.connection), Connection::Then::rests);
  }
}

TEST(ThreadsLounge, IsClosedForEveryThread) {
  Lounge lounge(long_enough);
  Client client;
  ASSERT_TRUE(lounge.take(client.connection));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&lounge] { EXPECT_EQ(lounge.next(), nullptr); });
  }
  lounge.close();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(lounge.next(), nullptr);
  lounge.clear();
}

}  // namespace
}  // namespace mock_provider::http::lounge_test
