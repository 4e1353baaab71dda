#include "harness/judge/deviations/deviation.hpp"

#include <gtest/gtest.h>

namespace conformance::mutated_subject_test {
namespace {

/// Says what it was asked.
class TellingSubject final : public Subject {
 public:
  [[nodiscard]] Capabilities const& capabilities() const override { return capabilities_; }
  [[nodiscard]] Reply call(std::string const& operation, Json const& params) override {
    Reply reply;
    reply.value = {{"operation", operation}, {"params", params}};
    return reply;
  }
  [[nodiscard]] Reply call_with_items(std::string const& operation, Json const& params,
                                      ItemListener const& on_item) override {
    if (on_item) on_item("told");
    return call(operation, params);
  }
  [[nodiscard]] std::string scratch() const override { return "/its/own"; }

 private:
  Capabilities capabilities_{.name = "telling",
                             .version = "1",
                             .language = "none",
                             .operations = {"split"},
                             .providers = {},
                             .api_types = {},
                             .features = {}};
};

TEST(DeviatingSubject, AnswersThroughTheMutant) {
  TellingSubject inner;
  Deviation const mutant{.id = "wrapped",
                         .clause = "C-1",
                         .breaks = "",
                         .answer = [](std::string const& operation, Json const&, AskReference const& reference) {
                           return reference(operation, {{"text", "changed"}});
                         }};
  DeviatingSubject subject(mutant, inner);
  EXPECT_EQ(subject.call("split", {{"text", "given"}}).value,
            Json({{"operation", "split"}, {"params", {{"text", "changed"}}}}));
}

TEST(DeviatingSubject, PassesItemsOnUnlessItsMutantTellsThemLate) {
  TellingSubject inner;
  Deviation mutant{.answer = [](std::string const& operation, Json const& params, AskReference const& reference) {
    return reference(operation, params);
  }};
  int heard = 0;
  ItemListener const on_item = [&](Json const&) { ++heard; };
  static_cast<void>(DeviatingSubject(mutant, inner).call_with_items("run", Json::object(), on_item));
  EXPECT_EQ(heard, 1);
  mutant.tells_late = [](std::string const& operation, Json const&) { return operation == "run"; };
  static_cast<void>(DeviatingSubject(mutant, inner).call_with_items("run", Json::object(), on_item));
  EXPECT_EQ(heard, 1);
}

TEST(DeviatingSubject, SaysOfItselfWhatTheInnerOneSays) {
  TellingSubject inner;
  Deviation const mutant{};
  DeviatingSubject const subject(mutant, inner);
  EXPECT_EQ(&subject.capabilities(), &inner.capabilities());
  EXPECT_EQ(subject.scratch(), "/its/own");
}

TEST(MistakesAtOnce, MayChangeWhatEachMay) {
  Deviation of_split{.id = "split", .clause = "", .breaks = "", .answer = {}, .operations = {"split"}};
  Deviation of_load{.id = "load", .clause = "", .breaks = "", .answer = {}, .operations = {"load"}};
  Deviation of_all{.id = "all", .clause = "", .breaks = "", .answer = {}};
  EXPECT_EQ(all_at_once({&of_split, &of_load}).operations, (std::set<std::string>{"load", "split"}));
  EXPECT_TRUE(all_at_once({&of_split, &of_all}).operations.empty());
}

}  // namespace
}  // namespace conformance::mutated_subject_test
