#include "mock-provider/recording/relay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "mock-provider/scenario/scenario_file.hpp"
#include "mock-provider/server.hpp"
#include "mock-provider/support/certificate.hpp"
#include "mock-provider/support/chat.hpp"
#include "mock-provider/support/raw_socket.hpp"
#include "support/temporary_folder.hpp"

namespace mock_provider::relay_test {
namespace {

using mock_provider_tests::post;
using mock_provider_tests::RawSocket;
using mock_provider_tests::sound_request;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

std::string const chat = "/v1/chat/completions";

Json streaming() {
  Json request = sound_request("count");
  request["stream"] = true;
  return request;
}

std::string raw_request() {
  std::string const body = json_text::dump(streaming());
  return "POST " + chat + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// A provider whose streams are let out event by event, and a server that records it.
class HttpRelay : public testing::Test {
 protected:
  HttpRelay() : recording_({.recording = RecordingOptions{.url = provider_.base_url() + "/p", .file = file_}}) {
    play({{"text", "one two three"}, {"hold", 2}});
  }

  void play(Json const& respond) {
    provider_.put_scenario("p", {{"steps", Json::array({Json{{"respond", respond}, {"repeat", "always"}}})}});
  }

  /// The program records after the provider has sent its end, which the client may have heard of before.
  [[nodiscard]] std::uint64_t recorded_soon(std::uint64_t awaited) const {
    for (int look = 0; look < 3'000 && recording_.recording().recorded < awaited; ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return recording_.recording().recorded;
  }

  prompty_tests::TemporaryFolder const folder_;
  std::string const file_ = folder_.path() + "/recorded.json";
  Server provider_{ServerOptions{}};
  Server recording_;
};

TEST_F(HttpRelay, PassesEachEventOnWhenItComes) {
  RawSocket const client(recording_.port());
  client.send(raw_request());
  std::string const before = client.read_including("\"content\":\"one\"");
  EXPECT_THAT(before, AllOf(HasSubstr("200 OK"), HasSubstr("text/event-stream"), HasSubstr("\"content\":\"one\"")));
  EXPECT_EQ(recording_.recording().recorded, 0U);
  provider_.let_out("p", 3);
  EXPECT_THAT(client.read_including("\"content\":\" two\""), AllOf(HasSubstr(" two"), Not(HasSubstr("three"))));
  provider_.let_out("p", 100);
  EXPECT_THAT(client.read_until("0\r\n\r\n"), AllOf(HasSubstr("three"), HasSubstr("data: [DONE]")));
  // What the client has seen the end of is recorded, and stands in the journal.
  EXPECT_EQ(recording_.recording().recorded, 1U);
  std::vector<JournalEntry> const entries = recording_.requests("default");
  ASSERT_EQ(entries.size(), 1U);
  EXPECT_EQ(entries[0].answer.form, SentAnswer::Form::stream);
  EXPECT_THAT(entries[0].answer.body, AllOf(HasSubstr("three"), EndsWith("data: [DONE]\n\n")));
  EXPECT_EQ(entries[0].answer.bytes, entries[0].answer.body.size());
}

TEST_F(HttpRelay, RecordsTheWholeStreamOfAClientThatGoesEarly) {
  {
    RawSocket const client(recording_.port());
    client.send(raw_request());
    EXPECT_THAT(client.read_including("\"content\":\"one\""), HasSubstr("one"));
  }
  provider_.let_out("p", 100);
  EXPECT_EQ(recorded_soon(1), 1U);
  Server replaying{ServerOptions{}};
  scenario_file::Loaded const recorded = scenario_file::load(file_);
  replaying.put_scenario(recorded.name, recorded.value);
  EXPECT_THAT(post(replaying.port(), chat, streaming())->body, AllOf(HasSubstr("three"), HasSubstr("[DONE]")));
}

TEST_F(HttpRelay, BreaksOffWhereTheProviderDoes) {
  play({{"text", "one two three"}, {"fault", {{"kind", "cut"}, {"afterFrames", 3}, {"end", "close"}}}});
  RawSocket const client(recording_.port());
  client.send(raw_request());
  EXPECT_THAT(client.read_to_end(), AllOf(HasSubstr("\"content\":\"one\""), Not(EndsWith("\r\n0\r\n\r\n"))));
  EXPECT_EQ(recording_.recording().recorded, 0U);
}

TEST_F(HttpRelay, GivesWhatHasComeOfAStreamThatBrokeOffBeforeAnybodyLooked) {
  play({{"text", "one two three"}, {"fault", {{"kind", "cut"}, {"afterFrames", 3}, {"end", "close"}}}});
  Request const request{.method = "POST",
                        .target = chat,
                        .headers = {{"Content-Type", "application/json"}},
                        .body = json_text::dump(streaming())};
  bool is_recorded = false;
  Relay relay(Upstream(provider_.base_url() + "/p", ""), request, route_of(chat),
              [&](UpstreamAnswer const&) { is_recorded = true; });
  while (!relay.has_ended()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_TRUE(relay.beginning().is_stream);
  ArrivingBody::Arrival const arrival = relay.next(std::chrono::milliseconds(0));
  EXPECT_THAT(arrival.bytes, AllOf(HasSubstr("\"content\":\"one\""), Not(HasSubstr("three"))));
  EXPECT_EQ(arrival.then, ArrivingBody::Arrival::Then::broken);
  EXPECT_FALSE(is_recorded);
}

TEST_F(HttpRelay, EndsWithTheServer) {
  RawSocket const client(recording_.port());
  client.send(raw_request());
  EXPECT_THAT(client.read_including("\"content\":\"one\""), HasSubstr("one"));
  play({{"fault", {{"kind", "silence"}}}});
  RawSocket const waiting(recording_.port());
  waiting.send(raw_request());
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  recording_.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - start, mock_provider_tests::at_once);
  EXPECT_EQ(recording_.recording().recorded, 0U);
}

/// A provider with a certificate that nobody knows.
class HttpTlsRelay : public testing::Test {
 protected:
  [[nodiscard]] RecordingOptions recording(std::string const& authorities) const {
    return {.url = provider_.base_url(), .file = folder_.path() + "/r.json", .authorities = authorities};
  }

  prompty_tests::TemporaryFolder const folder_;
  TlsFiles const files_ = mock_provider_tests::self_signed(folder_.path());
  Server const provider_{ServerOptions{.tls = files_}};
};

TEST_F(HttpTlsRelay, RecordsAProviderWhoseAuthorityIsNamed) {
  Server const server({.recording = recording(files_.certificate)});
  for (Json const& request : {sound_request(), streaming()}) {
    httplib::Result const answer = post(server.port(), chat, request);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200) << answer->body;
    EXPECT_THAT(answer->body, HasSubstr("chat.completion"));
  }
  EXPECT_EQ(server.recording().recorded, 2U);
}

TEST_F(HttpTlsRelay, SaysWhatToDoAboutACertificateThatIsNotTrusted) {
  Server const server({.recording = recording("")});
  httplib::Result const answer = post(server.port(), chat, sound_request());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 502);
  EXPECT_THAT(answer->body, AllOf(HasSubstr("is not trusted"), HasSubstr("--record-ca")));
}

TEST_F(HttpTlsRelay, SaysWhenTheServerSpeaksNoTls) {
  // It waits for the end of a line, which no handshake has.
  Server const plain{ServerOptions{.idle = std::chrono::seconds(1)}};
  RecordingOptions options = recording("");
  options.url = "https://127.0.0.1:" + std::to_string(plain.port());
  Server const server({.recording = options});
  httplib::Result const answer = post(server.port(), chat, sound_request());
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->body, AllOf(HasSubstr("does not speak TLS"), HasSubstr("http://")));
}

// To open a pipe waits for whoever writes into it.
TEST_F(HttpTlsRelay, WantsAuthoritiesThatCanBeRead) {
  prompty_tests::TemporaryFolder const folder;
  std::string const pipe = folder.path() + "/pipe.pem";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string const text = folder.write("text.pem", "no certificate");
  for (std::string const& file : std::vector<std::string>{"/nowhere.pem", "/dev/null", "/dev/zero", pipe, text}) {
    try {
      Server const server({.recording = recording(file)});
      ADD_FAILURE() << file;
    } catch (std::runtime_error const& error) {
      EXPECT_THAT(error.what(), HasSubstr("--record-ca " + file));
    }
  }
}

}  // namespace
}  // namespace mock_provider::relay_test
