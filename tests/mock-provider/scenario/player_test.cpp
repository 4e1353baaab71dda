#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "mock-provider/scenario/player.hpp"

namespace mock_provider::player_test {
namespace {

std::unique_ptr<Player> playing(char const* steps) {
  return std::make_unique<Player>("s", scenario::decode({{"steps", Json::parse(steps)}}));
}

/// The text that the step says which takes a request with this model; what went wrong otherwise.
std::string requested(Player& player, char const* model, char const* target = "/v1/chat/completions",
                      Headers const& headers = {}) {
  std::string const method = "POST";
  Route const route = route_of(target);
  Json const body{{"model", model}};
  std::optional<std::variant<Played, NoStep>> const taken =
      player.take({.method = method, .route = route, .headers = headers, .body = body});
  if (!taken) return "not its business";
  if (NoStep const* const none = std::get_if<NoStep>(&*taken)) return none->message;
  return std::get<Completion>(std::get<Played>(*taken).respond->content).text.value_or("");
}

TEST(PlayerOrder, PlaysStepsWithoutMatchersInTurn) {
  std::unique_ptr<Player> const player =
      playing(R"([{"respond": {"text": "1"}}, {"respond": {"text": "2"}, "repeat": 2}])");
  EXPECT_EQ(requested(*player, "m"), "1");
  EXPECT_EQ(requested(*player, "m"), "2");
  EXPECT_EQ(requested(*player, "m"), "2");
  EXPECT_THAT(requested(*player, "m"), testing::HasSubstr("has been played (3 answered before)"));
}

TEST(PlayerOrder, SkipsStepsWhoseMatcherDoesNotHold) {
  std::unique_ptr<Player> const player = playing(R"([
    {"match": {"body": {"model": "a"}}, "respond": {"text": "A"}},
    {"match": {"body": {"model": "b"}}, "respond": {"text": "B"}},
    {"respond": {"text": "rest"}, "repeat": "always"}])");
  EXPECT_EQ(requested(*player, "b"), "B");
  EXPECT_EQ(requested(*player, "b"), "rest");
  EXPECT_EQ(requested(*player, "a"), "A");
  EXPECT_EQ(requested(*player, "a"), "rest");
}

TEST(PlayerOrder, LeavesOtherRoutesToStepsThatNameAPath) {
  std::unique_ptr<Player> const player = playing(R"([
    {"respond": {"text": "chat"}}, {"match": {"path": "/v1/models"}, "respond": {"text": "models"}}])");
  EXPECT_EQ(requested(*player, "m", "/v1/models/x"), "not its business");
  EXPECT_EQ(requested(*player, "m", "/v1/models"), "models");
  EXPECT_THAT(requested(*player, "m", "/v1/models"), testing::HasSubstr("has been played"));
  EXPECT_EQ(requested(*player, "m"), "chat");
}

TEST(PlayerDifference, IsToTheMatcherThatIsNearest) {
  std::unique_ptr<Player> const player = playing(R"([
    {"match": {"method": {"$match": "GET"}, "body": {"model": "a"}}, "respond": {"text": "1"}},
    {"match": {"method": "POST", "body": {"model": "b"}}, "respond": {"text": "2"}},
    {"match": {"method": {"$match": "PUT"}, "body": {"model": "c"}}, "respond": {"text": "3"}}])");
  EXPECT_EQ(requested(*player, "x"),
            "No step of the mock scenario \"s\" takes POST /v1/chat/completions.\n"
            "Nearest is step 2 of 3 (/steps/1): body differs at /model: the values differ; expected \"b\", got \"x\".");
}

TEST(PlayerDifference, IgnoresStepsThatArePlayedOut) {
  std::unique_ptr<Player> const player = playing(R"([
    {"match": {"method": "POST", "body": {"model": "a"}}, "respond": {"text": "1"}},
    {"match": {"body": {"model": "b"}}, "respond": {"text": "2"}}])");
  EXPECT_EQ(requested(*player, "a"), "1");
  EXPECT_THAT(requested(*player, "x"), testing::HasSubstr("Nearest is step 2"));
}

TEST(PlayerDifference, OfAnEmptyScenarioSaysSo) {
  EXPECT_THAT(requested(*playing("[]"), "m"), testing::HasSubstr("Every step of the mock scenario"));
}

TEST(PlayerUnplayed, ListsWhatWasPlayedTooRarely) {
  std::unique_ptr<Player> const player = playing(R"([
    {"respond": {"text": "1"}}, {"respond": {"text": "2"}, "repeat": 2}, {"respond": {"text": "3"}, "repeat": "always"}])");
  EXPECT_EQ(player->unplayed().size(), 3U);
  requested(*player, "m");
  requested(*player, "m");
  EXPECT_THAT(player->unplayed(),
              testing::ElementsAre(UnplayedStep{"s", 2, 3, 1, 2}, UnplayedStep{"s", 3, 3, 0, std::nullopt}));
  EXPECT_EQ(describe(player->unplayed()[0]), "scenario \"s\", step 2 of 3 was played 1 of 2 times");
  EXPECT_EQ(describe(player->unplayed()[1]), "scenario \"s\", step 3 of 3 was played 0 of 1 or more times");
  requested(*player, "m");
  requested(*player, "m");
  EXPECT_THAT(player->unplayed(), testing::IsEmpty());
}

Choice choice_of(Player& player, char const* model) {
  std::string const method = "POST";
  Route const route = route_of("/v1/chat/completions");
  Headers const headers;
  Json const body{{"model", model}};
  std::variant<Played, NoStep> const taken =
      *player.take({.method = method, .route = route, .headers = headers, .body = body});
  NoStep const* const none = std::get_if<NoStep>(&taken);
  return none == nullptr ? std::get<Played>(taken).choice : none->choice;
}

TEST(PlayerChoice, SaysWhyTheStepsBeforeWerePassedOver) {
  std::unique_ptr<Player> const player = playing(R"([
    {"respond": {"text": "1"}}, {"respond": {"text": "2"}}, {"match": {"model": "a"}, "respond": {"text": "3"}},
    {"match": {"model": "m"}, "respond": {"text": "4"}}])");
  EXPECT_EQ(choice_of(*player, "m"), (Choice{.step = 0, .passed_over = {}}));
  EXPECT_EQ(choice_of(*player, "m"), (Choice{.step = 1, .passed_over = {{0, 0, "played out"}}}));
  std::string const other = "model is \"m\", not one that equals \"a\"";
  EXPECT_EQ(choice_of(*player, "m"), (Choice{.step = 3, .passed_over = {{0, 1, "played out"}, {2, 2, other}}}));
  EXPECT_EQ(choice_of(*player, "m").step, std::nullopt);
  EXPECT_THAT(choice_of(*player, "m").passed_over, testing::SizeIs(3));
}

TEST(PlayerChoice, KeepsTwentyReasons) {
  Json steps = Json::array();
  for (int step = 0; step < 25; ++step) {
    steps.push_back({{"match", {{"model", std::to_string(step)}}}, {"respond", {{"text", "x"}}}});
  }
  Choice const choice = choice_of(*playing(steps.dump().c_str()), "m");
  EXPECT_EQ(choice.passed_over.size(), 20U);
  EXPECT_EQ(choice.omitted, 5U);
}

TEST(PlayerSequences, PlayEachValueOfTheHeaderByItself) {
  Player player("s", scenario::decode(Json::parse(R"({"sequencePerHeader": "X-Test-Id", "steps": [
    {"respond": {"text": "1"}}, {"respond": {"text": "2"}}]})")));
  char const* const chat = "/v1/chat/completions";
  EXPECT_EQ(requested(player, "m", chat, {{"x-test-id", "a"}}), "1");
  EXPECT_EQ(requested(player, "m", chat, {{"x-test-id", "b"}}), "1");
  EXPECT_EQ(requested(player, "m", chat, {{"x-test-id", "a"}}), "2");
  EXPECT_EQ(requested(player, "m", chat), "1");
  EXPECT_EQ(player.turns(), 4U);
  EXPECT_THAT(requested(player, "m", chat, {{"x-test-id", "a"}}), testing::HasSubstr("(2 answered before)"));
  EXPECT_THAT(player.unplayed(),
              testing::ElementsAre(UnplayedStep{"s", 2, 2, 0, 1, ""}, UnplayedStep{"s", 2, 2, 0, 1, "b"}));
  EXPECT_EQ(describe(player.unplayed()[1]), "scenario \"s\", step 2 of 2 was played 0 of 1 times for \"b\"");
  player.rewind();
  EXPECT_EQ(requested(player, "m", chat, {{"x-test-id", "a"}}), "1");
}

TEST(PlayerSequences, HaveTheirKeysMasked) {
  Player player("s", scenario::decode(Json::parse(R"({"sequencePerHeader": "Authorization", "steps": [
    {"respond": {"text": "1"}, "repeat": 2}]})")));
  static_cast<void>(requested(player, "m", "/v1/chat/completions", {{"authorization", "Bearer sk-0123456789abcd"}}));
  EXPECT_EQ(player.unplayed().at(0).sequence, "Bearer ****abcd");
}

TEST(PlayerSequences, MakeUpTheSameWhateverIsRequestedBetween) {
  auto const seeds = [](bool with_others) {
    Player player("s", scenario::decode(Json::parse(R"({"sequencePerHeader": "t", "steps": [
      {"respond": {"text": "1"}, "repeat": "always"}]})")));
    std::string const method = "POST";
    Route const route = route_of("/v1/chat/completions");
    Json const body;
    std::vector<std::uint64_t> found;
    for (std::string const test : {"a", "b", "a"}) {
      if (test == "b" && !with_others) continue;
      Headers const headers{{"t", test}};
      auto const taken = player.take({.method = method, .route = route, .headers = headers, .body = body});
      if (test == "a") found.push_back(std::get<Played>(*taken).seed);
    }
    return found;
  };
  EXPECT_EQ(seeds(false), seeds(true));
}

TEST(PlayerRewind, StartsFromTheFirstStep) {
  std::unique_ptr<Player> const player = playing(R"([{"respond": {"text": "1"}}, {"respond": {"text": "2"}}])");
  requested(*player, "m");
  EXPECT_EQ(player->turns(), 1U);
  player->rewind();
  EXPECT_EQ(player->turns(), 0U);
  EXPECT_EQ(requested(*player, "m"), "1");
}

TEST(ThreadsPlayer, PlaysEachStepExactlyAsOftenAsItSays) {
  std::unique_ptr<Player> const player = playing(R"([{"respond": {"text": "x"}, "repeat": 400}])");
  std::vector<std::thread> threads;
  std::array<int, 8> served{};
  for (int& count : served) {
    threads.emplace_back([&player, &count] {
      for (int request = 0; request < 100; ++request) count += requested(*player, "m") == "x" ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  int total = 0;
  for (int const count : served) total += count;
  EXPECT_EQ(total, 400);
  EXPECT_EQ(player->turns(), 400U);
}

}  // namespace
}  // namespace mock_provider::player_test
