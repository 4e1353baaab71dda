#include "harness/proof/differential/comparison.hpp"

#include <gmock/gmock.h>

#include "harness/judge/deviations/deviation.hpp"
#include "harness/judge/subject/in_process.hpp"
#include "harness/judge/subject/json_rpc.hpp"
#include "harness/proof/differential/sample_inputs.hpp"
#include "tests/harness/judge/deviations/own_mutants.hpp"

namespace conformance::differential::comparison_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;
using testing::SizeIs;

class Comparisons : public testing::Test {
 protected:
  Comparison compared(std::vector<NamedSubject> const& subjects, Plan const& plan) const {
    return compare(subjects, InputMaker(protocol_, common_to(subjects)), plan);
  }

  FunctionSubject crashing_on(std::string const& text) {
    return FunctionSubject(reference_, [this, text](std::string const& operation, Json const& params) {
      return params.dump().find(text) == std::string::npos
                 ? reference_.call(operation, params)
                 : reply_without_value(Reply::Status::crash, "the adapter was killed by signal 11");
    });
  }

  Json const protocol_ = protocol_schema();
  InProcessSubject reference_;
};

TEST_F(Comparisons, TwoCopiesOfTheReferenceAgreeAboutEveryOperation) {
  InProcessSubject other;
  Comparison const comparison =
      compared({{"one", &reference_}, {"other", &other}}, {.operations = comparable_operations(), .count = 60});
  EXPECT_THAT(comparison.groups, IsEmpty());
  ASSERT_THAT(comparison.counts, SizeIs(comparable_operations().size()));
  for (OperationCount const& count : comparison.counts) EXPECT_EQ(count.compared, 60U) << count.operation;
}

struct Broken {
  char const* mutant;
  char const* operation;
  char const* pointer;
  char const* kind_of_the_reference;
  std::size_t most_bytes;
};

class MutantsCompared : public testing::TestWithParam<Broken> {};

TEST_P(MutantsCompared, FormAGroupWithASmallExample) {
  Json const protocol = protocol_schema();
  InProcessSubject reference;
  auto const mutant = std::find_if(mutants_test::own_mutants().begin(), mutants_test::own_mutants().end(),
                                   [](Deviation const& candidate) { return candidate.id == GetParam().mutant; });
  ASSERT_NE(mutant, mutants_test::own_mutants().end());
  DeviatingSubject broken(*mutant, reference);
  std::vector<NamedSubject> const subjects = {{"reference", &reference}, {"broken", &broken}};
  Comparison const comparison = compare(subjects, InputMaker(protocol, common_to(subjects)),
                                        {.operations = {GetParam().operation}, .count = 600});
  ASSERT_THAT(comparison.groups, testing::Not(IsEmpty()));
  Group const& group = comparison.groups.front();
  EXPECT_EQ(group.kind.pointer, GetParam().pointer);
  EXPECT_EQ(group.kind.left, GetParam().kind_of_the_reference);
  EXPECT_THAT(group.sides, ElementsAre(Optional(0U), Optional(1U)));
  EXPECT_LE(size_of(group.example), GetParam().most_bytes) << group.example.params;
}

INSTANTIATE_TEST_SUITE_P(OfSeveralOperations, MutantsCompared,
                         testing::Values(Broken{"stop-under-a-longer-name", "build_request", "/stop", "list", 200},
                                         Broken{"arguments-parsed", "process", "/value/*/arguments", "text", 260},
                                         Broken{"embeddings-flattened", "process", "/type", "text", 200},
                                         Broken{"content-trimmed", "process", "/value", "text", 200}));

TEST_F(Comparisons, ACrashIsAGroupWithTheInputThatCausesIt) {
  FunctionSubject crashing = crashing_on("+++");
  Comparison const comparison =
      compared({{"reference", &reference_}, {"crashing", &crashing}}, {.operations = {"split"}, .count = 100});
  ASSERT_THAT(comparison.groups, testing::Not(IsEmpty()));
  for (Group const& group : comparison.groups) {
    EXPECT_EQ(group.kind.right, "crash");
    EXPECT_THAT(group.answers[1].message, HasSubstr("signal 11"));
    EXPECT_LE(group.example.params.at("text").get<std::string>().size(), 8U) << group.example.params;
  }
}

TEST_F(Comparisons, TellWhoStandsTogether) {
  InProcessSubject other;
  FunctionSubject crashing = crashing_on("---");
  std::vector<NamedSubject> const subjects = {{"one", &reference_}, {"broken", &crashing}, {"other", &other}};
  Plan const plan{.operations = {"split"}, .count = 40};
  Comparison const comparison = compared(subjects, plan);
  ASSERT_THAT(comparison.groups, testing::Not(IsEmpty()));
  EXPECT_THAT(comparison.groups.front().sides, ElementsAre(Optional(0U), Optional(1U), Optional(0U)));
  EXPECT_THAT(comparison_text(comparison, subjects, plan), HasSubstr("sides: one, other | broken"));
  EXPECT_EQ(comparison_json(comparison, subjects, plan)["groups"][0]["sides"],
            Json::array({{"one", "other"}, {"broken"}}));
}

TEST_F(Comparisons, AreTheSameForTheSameSeedAlone) {
  FunctionSubject crashing = crashing_on("size");
  std::vector<NamedSubject> const subjects = {{"reference", &reference_}, {"crashing", &crashing}};
  auto const reported = [&](std::uint64_t seed) {
    Plan const plan{.operations = {"parse"}, .seed = seed, .count = 80};
    Json json = comparison_json(compared(subjects, plan), subjects, plan);
    json.erase("seed");
    return json.dump();
  };
  EXPECT_EQ(reported(3), reported(3));
  InputMaker const maker(protocol_, common_to(subjects));
  EXPECT_EQ(maker.make("load", 3, 5), maker.make("load", 3, 5));
  EXPECT_NE(maker.make("load", 3, 5), maker.make("load", 4, 5));
}

TEST_F(Comparisons, LeaveOutWhatASubjectDoesNotTake) {
  FunctionSubject refusing(reference_, [](std::string const&, Json const&) {
    return reply_without_value(Reply::Status::unsupported_input, "not this one");
  });
  Comparison const comparison =
      compared({{"reference", &reference_}, {"refusing", &refusing}}, {.operations = {"split"}, .count = 10});
  EXPECT_EQ(comparison.counts.front().left_out, 10U);
  EXPECT_EQ(comparison.counts.front().compared, 0U);
  EXPECT_THAT(comparison.groups, IsEmpty());
}

TEST_F(Comparisons, EndWhenTheTimeIsUp) {
  InProcessSubject other;
  Comparison const comparison =
      compared({{"one", &reference_}, {"other", &other}},
               {.operations = {"split"}, .count = 100'000'000, .time_limit = std::chrono::milliseconds(50)});
  EXPECT_TRUE(comparison.is_cut_short);
  EXPECT_LT(comparison.counts.front().compared, 100'000'000U);
}

}  // namespace
}  // namespace conformance::differential::comparison_test
