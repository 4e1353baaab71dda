#include "harness/judge/subject/adapter_environment.hpp"

#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "harness/judge/subject/broken_adapters/broken_adapter.hpp"
#include "harness/judge/subject/process.hpp"

namespace conformance::adapter_network_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::MatchesRegex;

/// 0 or the errno of connecting to this port of 127.0.0.1.
int connecting_to(int port) {
  FileDescriptor const client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  place.sin_port = htons(static_cast<std::uint16_t>(port));
  int const result = ::connect(client.number(), reinterpret_cast<sockaddr*>(&place), sizeof place);
  return result == 0 ? 0 : errno;
}

TEST(RefusingProxies, NameOneClosedPortInBothCasesAndLeaveLoopbackOut) {
  AdapterNetwork const network = network_of_refusing_proxies("not permitted");
  std::string const proxy = network.variables.at("HTTP_PROXY");
  ASSERT_THAT(proxy, MatchesRegex("http://127\\.0\\.0\\.1:[0-9]+"));
  EXPECT_EQ(network.variables, (Variables{{"HTTP_PROXY", proxy},
                                          {"HTTPS_PROXY", proxy},
                                          {"ALL_PROXY", proxy},
                                          {"NO_PROXY", "127.0.0.1,localhost"},
                                          {"http_proxy", proxy},
                                          {"https_proxy", proxy},
                                          {"all_proxy", proxy},
                                          {"no_proxy", "127.0.0.1,localhost"}}));
  EXPECT_EQ(connecting_to(std::stoi(proxy.substr(proxy.rfind(':') + 1))), ECONNREFUSED);
  EXPECT_THAT(network.description, AllOf(HasSubstr("closed port"), HasSubstr("not permitted")));
  EXPECT_EQ(network.entry().network, -1);
}

TEST(RefusingProxies, ReachTheAdapterUnlessTheCallerPassesThemOn) {
  ::setenv("HTTPS_PROXY", "http://192.0.2.7:3128", 1);
  ProcessSubject subject(broken_adapter("tells_what_it_sees"),
                         {.pass_environment = {"HTTPS_PROXY"}, .network = network_of_refusing_proxies("none")});
  ::unsetenv("HTTPS_PROXY");
  Json const environment = subject.call("echo", Json::object()).value["environment"];
  EXPECT_EQ(environment.at("HTTPS_PROXY"), "http://192.0.2.7:3128");
  EXPECT_FALSE(environment.contains("https_proxy"));
  EXPECT_THAT(environment.at("http_proxy").get<std::string>(), HasSubstr("http://127.0.0.1:"));
}

TEST(NetworkOfTheHost, IsLeftAsItIs) {
  AdapterNetwork const network = network_of_the_host();
  EXPECT_TRUE(network.variables.empty());
  EXPECT_EQ(network.entry().network, -1);
}

TEST(IsolatedNetworks, HoldEitherANamespaceOrProxies) {
  AdapterNetwork const network = isolated_network();
  EXPECT_NE(network.own == nullptr, network.variables.empty());
  EXPECT_EQ(network.own == nullptr, network.entry().network < 0);
}

TEST(NetworkNamespaces, ThatCannotBeEnteredAreSaidInTheReasonOfTheFailedStart) {
  AdapterNetwork network;
  // A pipe is no namespace.
  Pipe pipe = make_pipe();
  network.own = std::make_shared<NetworkNamespace const>(
      NetworkNamespace{.user = {}, .network = std::move(pipe.read_end), .bound = {}});
  try {
    ProcessSubject const subject(broken_adapter("tells_what_it_sees"), {.network = network});
    FAIL() << "it started";
  } catch (SubjectStartError const& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot be run in a network of its own: Invalid argument"));
  }
}

}  // namespace
}  // namespace conformance::adapter_network_test
