#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "support/places.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"
#include "support/text_file.hpp"

// What a judged process reaches: the mock provider, and of everything else nothing unless the caller wants it.
namespace end_to_end::network {
namespace {

using nlohmann::json;
using prompty_tests::built_program;
using prompty_tests::ProgramResult;
using prompty_tests::repository;
using prompty_tests::run_program;
using prompty_tests::TemporaryFolder;
using prompty_tests::text_of;
using testing::HasSubstr;
using testing::StartsWith;

using Words = std::vector<std::string>;

/// A free port of 127.0.0.1 in the network of the tests, at which connections are taken.
class Listener {
 public:
  Listener() : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address_;
    sockaddr* const address = reinterpret_cast<sockaddr*>(&address_);
    if (::bind(descriptor_, address, length) != 0 || ::listen(descriptor_, 16) != 0)
      throw std::runtime_error("cannot listen on 127.0.0.1");
    ::getsockname(descriptor_, address, &length);
  }
  ~Listener() { ::close(descriptor_); }
  Listener(Listener const&) = delete;
  Listener& operator=(Listener const&) = delete;

  [[nodiscard]] std::string port() const { return std::to_string(ntohs(address_.sin_port)); }

 private:
  int descriptor_;
  sockaddr_in address_{};
};

struct Seen {
  ProgramResult run;
  std::string reported;  ///< the line of the run about the network
  json reached;          ///< what the adapter wrote at its first request
};

std::string line_with(std::string const& text, std::string const& words) {
  std::size_t const at = text.find(words);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

/// One run with the adapter that looks around; `before` are words before those of the program.
Seen look_around(Listener const& listener, Words const& options, std::string const& how = "",
                 Words const& before = {}) {
  TemporaryFolder const folder;
  std::string const report = folder.path() + "/reached";
  std::string const adapter = "python3 -B '" + repository() + "/tests/end_to_end/reaching_adapter.py' " +
                              listener.port() + " '" + report + "' " + how;
  Words words = before;
  for (std::string const& word : Words{built_program("prompty-conformance"), "run", "--subject", adapter, "--filter",
                                       "run/connection/request-follows-the-connection"})
    words.push_back(word);
  words.insert(words.end(), options.begin(), options.end());
  Seen seen{.run = run_program(words), .reported = "", .reached = nullptr};
  seen.reported = line_with(seen.run.out, "The adapter's network: ");
  std::ifstream file(report);
  std::string line;
  if (std::getline(file, line)) seen.reached = json::parse(line);
  return seen;
}

/// Whether util-linux, which shares no code with this program, gets a network of its own here.
bool machine_allows_namespaces() {
  return run_program({"unshare", "--net", "true"}).exit_code == 0 ||
         (::geteuid() != 0 && run_program({"unshare", "--map-current-user", "--net", "true"}).exit_code == 0);
}

void expect_namespace(Seen const& seen) {
  EXPECT_THAT(seen.reported, HasSubstr("a namespace of its own")) << seen.run.out << seen.run.err;
  EXPECT_THAT(seen.reached.at("listener").get<std::string>(), StartsWith("failed"));
  EXPECT_EQ(seen.reached.at("proxy"), nullptr);
}

void expect_proxies(Seen const& seen) {
  EXPECT_THAT(seen.reported, HasSubstr("proxy variables that name a closed port")) << seen.run.out << seen.run.err;
  EXPECT_EQ(seen.reached.at("listener"), "connected");
  EXPECT_THAT(seen.reached.at("proxy").get<std::string>(), StartsWith("http://127.0.0.1:"));
}

void expect_only_the_mock(Seen const& seen) {
  ASSERT_TRUE(seen.reached.is_object()) << seen.run.out << seen.run.err;
  EXPECT_EQ(seen.reached.at("mock"), "answered 200");
  EXPECT_THAT(seen.reached.at("outside").get<std::string>(), StartsWith("failed"));
  EXPECT_EQ(seen.reached.at("user"), ::geteuid());
}

TEST(NetworkOfAnAdapter, HoldsTheMockProviderAndNoOtherMachine) {
  Listener const listener;
  Seen const seen = look_around(listener, {}, "--outside");
  expect_only_the_mock(seen);
  machine_allows_namespaces() ? expect_namespace(seen) : expect_proxies(seen);
}

TEST(NetworkOfAnAdapter, IsOneForAllProcessesOfARun) {
  Listener const listener;
  expect_only_the_mock(look_around(listener, {"--jobs", "3", "--repeat", "6"}, "--outside"));
}

TEST(NetworkOfAnAdapter, HasRefusingProxiesWhereNamespacesAreForbidden) {
  // In such a user namespace no process gets a further network. In a changed root none gets a user namespace, and
  // without this capability no network. A machine that knows neither way forbids namespaces anyway.
  std::vector<Words> const ways = {{"unshare", "--map-current-user", "--", "sh", "-c",
                                    "echo 0 >/proc/sys/user/max_net_namespaces && exec \"$@\"", "sh"},
                                   {"setpriv", "--bounding-set", "-sys_admin", "--inh-caps", "-sys_admin"}};
  auto const forbids = [](Words trial) {
    trial.insert(trial.end(), {"sh", "-c", "! unshare --net true && ! unshare --map-current-user --net true"});
    return run_program(trial).exit_code == 0;
  };
  auto const way = std::find_if(ways.begin(), ways.end(), forbids);
  if (way == ways.end()) {
    ASSERT_FALSE(machine_allows_namespaces());
  }
  Words const forbidding = way == ways.end() ? Words() : *way;
  Listener const listener;
  Seen const seen = look_around(listener, {}, "--outside", forbidding);
  expect_only_the_mock(seen);
  expect_proxies(seen);
}

TEST(NetworkOfAnAdapter, IsThatOfTheHostIfTheCallerSaysSo) {
  Listener const listener;
  TemporaryFolder const folder;
  std::string const report = folder.path() + "/report.";
  Seen const seen = look_around(listener, {"--network", "host", "--markdown", report + "md", "--jsonl",
                                           report + "jsonl", "--junit", report + "xml"});
  ASSERT_TRUE(seen.reached.is_object()) << seen.run.out << seen.run.err;
  EXPECT_EQ(seen.reached.at("listener"), "connected");
  EXPECT_EQ(seen.reached.at("mock"), "answered 200");
  EXPECT_EQ(seen.reached.at("proxy"), nullptr);
  EXPECT_THAT(seen.reported, HasSubstr("the host's, as --network host says"));
  for (std::string const form : {"md", "jsonl", "xml"})
    EXPECT_THAT(text_of(report + form), HasSubstr("--network host says")) << form;
  ProgramResult const merged = run_program(
      {built_program("prompty-conformance"), "merge", report + "jsonl", "--markdown", report + "merged.md"});
  EXPECT_THAT(text_of(report + "merged.md"), HasSubstr("--network host says")) << merged.err;
}

// What these two start shows in nothing but their own answers, which must be there in either network.
TEST(NetworkOfAnAdapter, IsChosenInSmokeAndDifferentialToo) {
  std::string const adapter = built_program("prompty-reference-adapter");
  for (std::string const network : {"isolated", "host"}) {
    ProgramResult const smoke =
        run_program({built_program("prompty-conformance"), "smoke", "--network", network, "--", adapter});
    EXPECT_EQ(smoke.exit_code, 0) << smoke.out << smoke.err;
    ProgramResult const differential =
        run_program({built_program("prompty-conformance"), "differential", "--network", network, "--subject", adapter,
                     "--subject", "reference", "--operation", "split", "--count", "5"});
    EXPECT_EQ(differential.exit_code, 0) << differential.out << differential.err;
  }
}

TEST(NetworkOfAnAdapter, OfAnotherNameIsRefused) {
  ProgramResult const result =
      run_program({built_program("prompty-conformance"), "run", "--network", "none", "--subject", "true"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("isolated"));
}

}  // namespace
}  // namespace end_to_end::network
