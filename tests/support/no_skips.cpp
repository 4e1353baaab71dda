#include <gtest/gtest.h>

// Part of every test program: a test that is skipped has failed. scripts/setup --tests installs all that the tests
// need, and CTest would take a skipped one for passed.
namespace prompty_tests {
namespace {

class NoSkips : public testing::EmptyTestEventListener {
  void OnTestEnd(testing::TestInfo const& test) override {
    if (test.result()->Skipped()) ADD_FAILURE() << "a test must not be skipped";
  }
};

[[maybe_unused]] bool const is_listening = [] {
  testing::UnitTest::GetInstance()->listeners().Append(new NoSkips);
  return true;
}();

}  // namespace
}  // namespace prompty_tests
