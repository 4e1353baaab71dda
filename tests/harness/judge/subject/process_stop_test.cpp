#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <sys/stat.h>

#include <future>

#include "harness/judge/subject/broken_adapters/broken_adapter.hpp"
#include "harness/judge/subject/process.hpp"

// How adapter processes end when the run is cut.
namespace conformance::process_stop_test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// A FIFO that an adapter opens when it has taken a request, and holds open as long as it lives.
class HeldByAdapter {
 public:
  explicit HeldByAdapter(std::string path) : path_(std::move(path)) {
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    reader_ = FileDescriptor(::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  }
  [[nodiscard]] std::string const& path() const { return path_; }
  /// Opening for writing succeeds at once, since there is a reader; it is the adapter's end that is waited for.
  [[nodiscard]] bool is_let_go() const {
    pollfd event{.fd = reader_.number(), .events = POLLIN, .revents = 0};
    return ::poll(&event, 1, 20'000) == 1 && (event.revents & POLLHUP) != 0;
  }

 private:
  std::string path_;
  FileDescriptor reader_;
};

constexpr std::chrono::milliseconds far_away = 60s;

TEST(ThreadsOfACutAdapter, AreAnsweredAtOnceAndItDies) {
  std::stop_source source;
  ProcessSubject subject(broken_adapter("ignores_shutdown"), {.timeout = far_away, .stop = source.get_token()});
  HeldByAdapter const held(subject.scratch() + "/held");
  EXPECT_EQ(subject.call("echo", {{"misbehave", held.path()}}).value, "holding");
  source.request_stop();
  EXPECT_TRUE(held.is_let_go());
  Reply const reply = subject.call("echo", {{"text", "more"}});
  EXPECT_EQ(reply.status, Reply::Status::not_asked);
  EXPECT_THAT(reply.detail, HasSubstr("the run was cut"));
}

TEST(ThreadsOfACutAdapter, DoNotWaitForTheAnswerOfOneThatHangs) {
  std::stop_source source;
  ProcessSubject subject(broken_adapter("never_reads_input"), {.timeout = far_away, .stop = source.get_token()});
  std::future<Reply> waiting = std::async(std::launch::async, [&] {
    return subject.call("echo", {{"text", "unheard"}});
  });
  source.request_stop();
  ASSERT_EQ(waiting.wait_for(20s), std::future_status::ready);
  // It may have been cut before it was asked.
  EXPECT_THAT(waiting.get().status, testing::AnyOf(Reply::Status::crash, Reply::Status::not_asked));
}

TEST(ThreadsOfACutAdapter, DoNotWaitForOneThatHangsAtItsStart) {
  std::stop_source source;
  std::future<void> starting = std::async(std::launch::async, [&] {
    ProcessSubject const subject(broken_adapter("hang_on_start"),
                                 {.start_timeout = far_away, .stop = source.get_token()});
  });
  source.request_stop();
  ASSERT_EQ(starting.wait_for(20s), std::future_status::ready);
  EXPECT_THAT([&] { starting.get(); }, ThrowsMessage<SubjectStartError>(HasSubstr("the run was cut")));
}

}  // namespace
}  // namespace conformance::process_stop_test
