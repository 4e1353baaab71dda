#include "prompty/transport/proxy.hpp"

#include <gtest/gtest.h>

#include "prompty/core/error.hpp"
#include "prompty/transport/url.hpp"
#include "reference/support/raised.hpp"

namespace prompty::proxy_test {
namespace {

std::optional<Proxy> proxy_to(std::string const& origin, ProxySettings const& settings) {
  return proxy_for(settings, origin);
}

ProxySettings bypassing(std::string const& list) {
  return {.http = "http://p:1", .https = "http://p:1", .bypass = list};
}

bool is_direct(std::string const& origin, std::string const& list) {
  return !proxy_for(bypassing(list), origin).has_value();
}

TEST(Proxies, AreReadFromTheEnvironmentInSmallLettersFirst) {
  EXPECT_EQ(proxies_in(fixed_environment({{"http_proxy", "a"}, {"HTTP_PROXY", "b"}, {"HTTPS_PROXY", "c"}})),
            (ProxySettings{.http = "a", .https = "c"}));
  EXPECT_EQ(proxies_in(fixed_environment({{"no_proxy", ""}, {"NO_PROXY", "x"}})), (ProxySettings{}));
  EXPECT_EQ(proxies_in(fixed_environment({{"NO_PROXY", "x"}})), (ProxySettings{.bypass = "x"}));
}

TEST(Proxies, AreNotTakenFromWhatAClientOfAWebServerSent) {
  EXPECT_EQ(proxies_in(fixed_environment({{"REQUEST_METHOD", "GET"}, {"HTTP_PROXY", "evil"}, {"HTTPS_PROXY", "c"}})),
            (ProxySettings{.https = "c"}));
}

TEST(Proxies, GoByTheSchemeOfTheUrl) {
  ProxySettings const settings{.http = "http://one:8080", .https = "two"};
  EXPECT_EQ(proxy_to("http://e.example", settings), (Proxy{.host = "one", .port = 8080}));
  EXPECT_EQ(proxy_to("https://e.example", settings), (Proxy{.host = "two", .port = 80}));
  EXPECT_EQ(proxy_to("https://e.example", {.http = "http://one:8080"}), std::nullopt);
}

TEST(Proxies, AreGivenTheCredentialsOfTheirUrl) {
  EXPECT_EQ(proxy_to("http://e", {.http = "http://user:pa%40ss@one:3128/"}),
            (Proxy{.host = "one", .port = 3128, .authorization = "Basic dXNlcjpwYUBzcw=="}));
  EXPECT_EQ(basic_authorization("me"), "Basic bWU6");
  EXPECT_EQ(basic_authorization("a:bc"), "Basic YTpiYw==");
  EXPECT_EQ(basic_authorization("a:b%4"), "Basic YTpiJTQ=");
}

TEST(Proxies, AreNotTakenToThisMachine) {
  for (std::string const origin : {"http://localhost:8080", "http://127.0.0.1", "http://127.8.0.1:1",
                                   "https://[::1]:8443", "http://LocalHost", "http://app.localhost"}) {
    EXPECT_TRUE(is_direct(origin, "")) << origin;
  }
  EXPECT_FALSE(is_direct("http://127.0.0.1.example", ""));
}

TEST(Proxies, LeaveOutTheHostsThatAreListed) {
  EXPECT_TRUE(is_direct("https://api.example.com", "other, example.com"));
  EXPECT_TRUE(is_direct("https://API.Example.com:443", ".EXAMPLE.com"));
  EXPECT_TRUE(is_direct("https://anything", "*"));
  EXPECT_TRUE(is_direct("http://example.com:8080", "example.com:8080"));
  EXPECT_FALSE(is_direct("http://example.com:8081", "example.com:8080"));
  EXPECT_FALSE(is_direct("https://badexample.com", "example.com"));
  EXPECT_FALSE(is_direct("https://example.com.evil", "example.com"));
  EXPECT_FALSE(is_direct("https://example.com", " , ,."));
}

TEST(Proxies, ThatCannotBeUsedAreRefusedWithoutTheirPassword) {
  for (std::string const proxy : {"socks5://me:hush@p:1", "https://me:hush@p:1", "http://me:hush@:1",
                                  "http://me:hush@p:port", "http://me:hush@p:70000"}) {
    std::string const message =
        raised<ValueError>([&] { static_cast<void>(proxy_for({.http = proxy}, "http://e.example")); });
    EXPECT_NE(message.find("http_proxy"), std::string::npos) << message;
    EXPECT_EQ(message.find("hush"), std::string::npos) << message;
  }
}

TEST(Authorities, AreHostAndPort) {
  EXPECT_EQ(split_authority("e.example:81", 80), (Authority{.host = "e.example", .port = 81}));
  EXPECT_EQ(split_authority("e.example", 80), (Authority{.host = "e.example", .port = 80}));
  EXPECT_EQ(split_authority("[::1]:81", 80), (Authority{.host = "::1", .port = 81}));
  EXPECT_EQ(split_authority("[::1]", 80), (Authority{.host = "::1", .port = 80}));
  EXPECT_EQ(split_authority("::1", 80), (Authority{.host = "::1", .port = 80}));
  EXPECT_EQ(split_authority("e:", 80), (Authority{.host = "e", .port = 0}));
  EXPECT_EQ(split_authority("e:+1", 80), (Authority{.host = "e", .port = 0}));
}

}  // namespace
}  // namespace prompty::proxy_test
