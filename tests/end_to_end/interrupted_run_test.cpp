#include <gtest/gtest.h>
#include <httplib.h>

#include <future>
#include <thread>

#include "support/program.hpp"
#include "support/temporary_folder.hpp"

// Ctrl-C in the middle of a run.
namespace end_to_end::interrupted_run {
namespace {

using prompty_tests::BackgroundProgram;
using prompty_tests::built_program;
using prompty_tests::TemporaryFolder;

/// Streams the beginning of an answer and waits for a signal to go on with what is not read any more.
class UnfinishedProvider {
 public:
  UnfinishedProvider() {
    server_.Post(".*", [this](httplib::Request const&, httplib::Response& response) {
      response.set_chunked_content_provider("text/event-stream", [this](std::size_t, httplib::DataSink& sink) {
        std::string const first = "data: {\"choices\":[{\"delta\":{\"content\":\"one line\\nand a ha\"}}]}\n\n";
        sink.write(first.data(), first.size());
        requested_.set_value();
        go_on_.get_future().wait();
        return false;
      });
    });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }

  ~UnfinishedProvider() {
    go_on_.set_value();
    server_.stop();
    thread_.join();
  }
  UnfinishedProvider(UnfinishedProvider const&) = delete;
  UnfinishedProvider& operator=(UnfinishedProvider const&) = delete;

  [[nodiscard]] std::string endpoint() const { return "http://127.0.0.1:" + std::to_string(port_); }
  void wait_until_asked() { requested_.get_future().wait(); }

 private:
  httplib::Server server_;
  std::promise<void> requested_;
  std::promise<void> go_on_;
  int port_ = 0;
  std::thread thread_;
};

std::string prompt_in(TemporaryFolder const& folder) {
  return folder.write("p.prompty", "---\nmodel: {id: m, provider: openai}\n---\nGo on.\n");
}

TEST(HttpInterruptedRun, EndsAtOnceAndKeepsWhatCame) {
  TemporaryFolder const folder;
  UnfinishedProvider provider;
  BackgroundProgram run(
      {built_program("prompty"), "run", prompt_in(folder), "--endpoint", provider.endpoint(), "--stream"});
  EXPECT_EQ(run.read_line(), "one line");
  EXPECT_EQ(run.interrupt(), 130);
  EXPECT_EQ(run.read_line(), "and a ha");
}

TEST(HttpInterruptedRun, EndsWhileItWaitsForAWholeAnswer) {
  TemporaryFolder const folder;
  UnfinishedProvider provider;
  BackgroundProgram run({built_program("prompty"), "run", prompt_in(folder), "--endpoint", provider.endpoint()});
  provider.wait_until_asked();
  EXPECT_EQ(run.interrupt(), 130);
  EXPECT_EQ(run.read_line(), "");
}

}  // namespace
}  // namespace end_to_end::interrupted_run
