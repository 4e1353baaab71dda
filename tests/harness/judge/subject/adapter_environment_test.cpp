#include "harness/judge/subject/adapter_environment.hpp"

#include <gmock/gmock.h>

#include <map>

namespace conformance::adapter_environment_test {
namespace {

using testing::UnorderedElementsAre;

VariableLookup lookup_in(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](std::string const& name) -> std::optional<std::string> {
    std::map<std::string, std::string>::const_iterator const found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
}

TEST(AdapterEnvironment, HoldsFourVariablesAndNoOther) {
  VariableLookup const lookup =
      lookup_in({{"PATH", "/bin"}, {"HOME", "/root"}, {"LANG", "C.UTF-8"}, {"TMPDIR", "/elsewhere"}, {"SECRET", "s"}});
  EXPECT_THAT(adapter_environment("/scratch", {}, lookup),
              UnorderedElementsAre("PATH=/bin", "HOME=/root", "LANG=C.UTF-8", "TMPDIR=/scratch"));
}

TEST(AdapterEnvironment, HoldsNamedVariablesOnceWhenTheyAreSet) {
  VariableLookup const lookup = lookup_in({{"PATH", "/bin"}, {"KEY", "a=b"}, {"TMPDIR", "/elsewhere"}});
  EXPECT_THAT(adapter_environment("/scratch", {"KEY", "KEY", "UNSET", "PATH", "TMPDIR"}, lookup),
              UnorderedElementsAre("PATH=/bin", "KEY=a=b", "TMPDIR=/scratch"));
}

TEST(AdapterEnvironment, HoldsWhatIsGivenUnlessTheCallerPassesItOnInEitherCase) {
  VariableLookup const lookup = lookup_in({{"https_proxy", "http://own:1"}});
  Variables const given = {{"HTTP_PROXY", "a"}, {"http_proxy", "a"}, {"HTTPS_PROXY", "a"}, {"https_proxy", "a"}};
  EXPECT_THAT(adapter_environment("/scratch", {"https_proxy", "HTTP_PROXY"}, lookup, given),
              UnorderedElementsAre("TMPDIR=/scratch", "https_proxy=http://own:1", "HTTP_PROXY=a", "http_proxy=a"));
}

TEST(AdapterEnvironment, IsTakenFromThisProcess) {
  EXPECT_NE(own_variable("PATH"), std::nullopt);
  EXPECT_EQ(own_variable("NO_SUCH_VARIABLE_ANYWHERE"), std::nullopt);
}

}  // namespace
}  // namespace conformance::adapter_environment_test
