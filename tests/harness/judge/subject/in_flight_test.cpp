#include "harness/judge/subject/in_flight.hpp"

#include <gmock/gmock.h>

#include <future>

#include "harness/judge/subject/json_rpc.hpp"

namespace conformance::in_flight_test {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

Reply result_of(int number) {
  return Reply{.status = Reply::Status::result, .value = number};
}

Reply crash() {
  return reply_without_value(Reply::Status::crash, "gone");
}

TEST(InFlightRequests, GetTheReplyWithTheirId) {
  InFlight in_flight;
  std::int64_t const first = in_flight.open().value();
  std::int64_t const second = in_flight.open().value();
  EXPECT_EQ(in_flight.settle(second, result_of(2)), InFlight::Settlement::awaited);
  EXPECT_EQ(in_flight.settle(first, result_of(1)), InFlight::Settlement::awaited);
  EXPECT_EQ(in_flight.wait(first, 10s).value, 1);
  EXPECT_EQ(in_flight.wait(second, 10s).value, 2);
}

TEST(InFlightRequests, HaveRisingIdsWithGapsThatDiffer) {
  InFlight in_flight;
  std::set<std::int64_t> gaps;
  std::int64_t last = 0;
  for (int request = 0; request < 100; ++request) {
    std::int64_t const id = in_flight.open().value();
    gaps.insert(id - last);
    last = id;
  }
  EXPECT_GT(*gaps.begin(), 1);
  EXPECT_GT(gaps.size(), 50U);
}

TEST(InFlightRequests, AreSettledOnce) {
  InFlight in_flight;
  std::int64_t const id = in_flight.open().value();
  EXPECT_EQ(in_flight.settle(id + 1, result_of(0)), InFlight::Settlement::unknown);
  EXPECT_EQ(in_flight.settle(id, result_of(1)), InFlight::Settlement::awaited);
  EXPECT_EQ(in_flight.settle(id, result_of(2)), InFlight::Settlement::unknown);
  EXPECT_EQ(in_flight.wait(id, 10s).value, 1);
  EXPECT_EQ(in_flight.settle(id, result_of(3)), InFlight::Settlement::unknown);
}

TEST(InFlightRequests, TellOfItemsAsTheyAreDelivered) {
  InFlight in_flight;
  Json heard = Json::array();
  std::int64_t const id = in_flight.open([&](Json const& item) { heard.push_back(item); }).value();
  EXPECT_EQ(in_flight.deliver(id, "a", 3), InFlight::Settlement::awaited);
  EXPECT_EQ(heard, Json::array({"a"}));
}

TEST(InFlightRequests, KeepTheItemsThatWereDeliveredForThem) {
  InFlight in_flight;
  std::int64_t const first = in_flight.open().value();
  std::int64_t const second = in_flight.open().value();
  EXPECT_EQ(in_flight.deliver(first, "a", 3), InFlight::Settlement::awaited);
  EXPECT_EQ(in_flight.deliver(second, "b", 3), InFlight::Settlement::awaited);
  EXPECT_EQ(in_flight.deliver(first, "c", 3), InFlight::Settlement::awaited);
  in_flight.settle(first, result_of(1));
  EXPECT_EQ(in_flight.deliver(first, "d", 3), InFlight::Settlement::unknown);
  EXPECT_EQ(Json(in_flight.wait(first, 10s).items), Json::array({"a", "c"}));
  in_flight.close(crash());
  EXPECT_EQ(Json(in_flight.wait(second, 10s).items), Json::array({"b"}));
}

TEST(InFlightRequests, TakeNoItemsOfUnknownRequestsAndNoEndlessStreams) {
  InFlight in_flight;
  std::int64_t const id = in_flight.open().value();
  EXPECT_EQ(in_flight.deliver(id + 1, "a", 3), InFlight::Settlement::unknown);
  EXPECT_EQ(in_flight.deliver(id, "a", std::size_t{1} << 30), InFlight::Settlement::too_much);
  EXPECT_EQ(in_flight.wait(id, 1ms).status, Reply::Status::timeout);
  EXPECT_EQ(in_flight.deliver(id, "a", 3), InFlight::Settlement::late);
}

TEST(InFlightRequests, ThatTimeOutEndTheIntakeButNotTheOthers) {
  InFlight in_flight;
  std::int64_t const hanging = in_flight.open().value();
  std::int64_t const other = in_flight.open().value();
  Reply const reply = in_flight.wait(hanging, 1ms);
  EXPECT_EQ(reply.status, Reply::Status::timeout);
  EXPECT_THAT(reply.detail, HasSubstr("1 ms"));
  EXPECT_TRUE(in_flight.is_spent());
  EXPECT_EQ(in_flight.open(), std::nullopt);
  EXPECT_EQ(in_flight.settle(other, result_of(2)), InFlight::Settlement::awaited);
  EXPECT_EQ(in_flight.wait(other, 10s).value, 2);
}

TEST(InFlightRequests, MayBeAnsweredTooLate) {
  InFlight in_flight;
  std::int64_t const id = in_flight.open().value();
  static_cast<void>(in_flight.wait(id, 1ms));
  EXPECT_EQ(in_flight.settle(id, result_of(1)), InFlight::Settlement::late);
}

TEST(InFlightRequests, AllPayWhenTheAdapterIsGone) {
  InFlight in_flight;
  std::int64_t const answered = in_flight.open().value();
  std::int64_t const open = in_flight.open().value();
  in_flight.settle(answered, result_of(1));
  in_flight.close(crash());
  EXPECT_EQ(in_flight.wait(answered, 10s).status, Reply::Status::result);
  EXPECT_EQ(in_flight.wait(open, 10s).status, Reply::Status::crash);
  EXPECT_EQ(in_flight.open(), std::nullopt);
  EXPECT_FALSE(in_flight.take_ending().has_value());
}

TEST(InFlightRequests, LeaveTheEndToTheNextWhenNoneWasOpen) {
  InFlight in_flight;
  in_flight.close(crash());
  in_flight.close(reply_without_value(Reply::Status::protocol_fault, "later"));
  EXPECT_EQ(in_flight.open(), std::nullopt);
  EXPECT_FALSE(in_flight.is_spent());
  std::optional<Reply> const ending = in_flight.take_ending();
  ASSERT_TRUE(ending.has_value());
  EXPECT_EQ(ending->status, Reply::Status::crash);
  EXPECT_FALSE(in_flight.take_ending().has_value());
  EXPECT_TRUE(in_flight.is_spent());
}

TEST(InFlightRequests, LeaveTheEndToTheNextWhenAllWereAnswered) {
  InFlight in_flight;
  std::int64_t const id = in_flight.open().value();
  in_flight.settle(id, result_of(1));
  in_flight.close(crash());
  EXPECT_EQ(in_flight.wait(id, 10s).value, 1);
  EXPECT_FALSE(in_flight.is_spent());
  EXPECT_TRUE(in_flight.take_ending().has_value());
}

TEST(ThreadsOfInFlightRequests, EachGetTheirOwnReply) {
  InFlight in_flight;
  std::vector<std::future<Json>> waiting;
  std::vector<std::int64_t> ids;
  for (int request = 0; request < 16; ++request) {
    std::int64_t const id = in_flight.open().value();
    ids.push_back(id);
    waiting.push_back(std::async(std::launch::async, [&in_flight, id] { return in_flight.wait(id, 30s).value; }));
  }
  for (std::int64_t const id : ids) in_flight.settle(id, result_of(static_cast<int>(id)));
  for (std::size_t request = 0; request < ids.size(); ++request) EXPECT_EQ(waiting[request].get(), ids[request]);
}

}  // namespace
}  // namespace conformance::in_flight_test
