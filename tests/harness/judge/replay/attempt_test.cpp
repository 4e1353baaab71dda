#include "harness/judge/replay/attempt.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/judge/run/fake_subject.hpp"

namespace conformance::attempt_test {
namespace {

TEST(RepliesInReports, ShowValuesAndErrorsAsTheyCame) {
  EXPECT_EQ(reply_as_json(result_reply({{"a", 1}})), Json({{"result", {{"a", 1}}}}));
  EXPECT_EQ(reply_as_json(result_reply(nullptr)), Json({{"result", nullptr}}));
  EXPECT_EQ(reply_as_json(error_reply("ValueError")),
            Json({{"error", {{"kind", "ValueError"}, {"message", "refused"}}}}));
}

TEST(WaysInReports, SayWhatWasRewritten) {
  Attempt attempt{.way = Way::http};
  EXPECT_EQ(way_text(attempt), "http");
  attempt.way = Way::transform;
  attempt.variation = Variation{.transform = Transform::no_final_newline, .of = Way::load};
  EXPECT_EQ(way_text(attempt), "transform no-final-newline of load");
  attempt.variation = Variation{.transform = Transform::carried, .of = Way::http, .name = "around/tabs"};
  EXPECT_EQ(way_text(attempt), "transform carried/around/tabs of http");
}

TEST(Variations, HaveNamesThatAreReadBack) {
  for (Transform const transform : all_transforms()) {
    for (std::string const name : {"", "around/tabs"}) {
      Variation const variation{.transform = transform, .name = name};
      EXPECT_EQ(variation_named(variation_name(variation)), variation);
    }
  }
  EXPECT_EQ(variation_named("upper-case"), std::nullopt);
}

TEST(WaysInReports, HaveNamesThatAreReadBack) {
  for (Way const way : {Way::direct, Way::http, Way::load, Way::process, Way::transform})
    EXPECT_EQ(way_named(way_name(way)), way);
  EXPECT_EQ(way_named("elsewhere"), std::nullopt);
}

TEST(RepliesInReports, SayHowARequestEndedWithoutAnswer) {
  for (Reply::Status const status : {Reply::Status::crash, Reply::Status::timeout, Reply::Status::protocol_fault,
                                     Reply::Status::unsupported, Reply::Status::unsupported_input}) {
    Json const shown = reply_as_json(ended_reply(status));
    EXPECT_EQ(shown.at("detail"), "it ended");
    EXPECT_NE(shown.at("status"), "");
  }
  EXPECT_EQ(reply_as_json(ended_reply(Reply::Status::crash)).at("status"), "crash");
}

TEST(KeptAttempts, ShowOnlyTheBeginningOfWhatIsHuge) {
  std::string const huge(100'000, 'x');
  Attempt attempt{.answered = {{"result", huge}}};
  attempt.judgement.differences = {Difference{.pointer = "", .message = "", .expected = 1, .got = huge}};
  attempt.exchanges.push_back({.method = "POST", .path = "/", .headers = Json::object(), .body = huge});
  shorten(attempt);
  for (std::string const& kept :
       {attempt.answered.get<std::string>(), attempt.judgement.differences.at(0).got.get<std::string>(),
        attempt.exchanges[0].body}) {
    EXPECT_LT(kept.size(), 3000U);
    EXPECT_NE(kept.find("xxx… (1000"), std::string::npos) << kept.substr(kept.size() - 60);
  }
  EXPECT_EQ(attempt.judgement.differences.at(0).expected, 1);
}

TEST(KeptAttempts, AreNotTouchedWhenTheyAreSmall) {
  Attempt attempt{.answered = {{"result", std::string(10'000, 'x')}}};
  Json const before = attempt.answered;
  shorten(attempt);
  EXPECT_EQ(attempt.answered, before);
}

}  // namespace
}  // namespace conformance::attempt_test
