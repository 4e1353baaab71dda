#include "jinja/session.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "jinja/operators.hpp"
#include "jinja/printing.hpp"
#include "jinja/reasons.hpp"
#include "jinja/value.hpp"

namespace jinja {
namespace session_test {
namespace {

TEST(JinjaSession, TakesStepsUntilNoneAreLeft) {
  Session session({.limits = {.steps = 10}}, InputRule::borrow);
  session.spend(10);
  EXPECT_THROW(session.spend(), Failure);
}

TEST(JinjaSession, GivesMemoryBackWithTheLastReference) {
  Session session({.limits = {.memory = 100'000}}, InputRule::borrow);
  for (int round = 0; round < 100; ++round) {
    Value const text = make_text(session, std::string(50'000, 'x'));
    Values const held_twice{text, text};
    EXPECT_EQ(held_twice.size(), 2U);
  }
  Value const held = make_text(session, std::string(60'000, 'x'));
  EXPECT_THROW(static_cast<void>(make_text(session, std::string(60'000, 'x'))), Failure);
}

TEST(JinjaSession, BorrowsInputsOrCopiesThem) {
  Json const inputs = {{"l", {1, 2}}};
  Session borrowing({}, InputRule::borrow);
  EXPECT_TRUE(holds<BorrowedMap>(wrap(borrowing, inputs)));
  Session copying({}, InputRule::copy);
  Value const copy = wrap(copying, inputs);
  EXPECT_TRUE(holds<Shared<Dict>>(copy));
  EXPECT_EQ(text_of(copying, copy), "{'l': [1, 2]}");
}

TEST(JinjaSession, KeysThatAreEqualAreOneKey) {
  Session session({}, InputRule::borrow);
  Shared<Dict> const dict = make_shared<Dict>(session);
  for (int key = 0; key < 50; ++key) dict->set(std::int64_t{key}, std::int64_t{key});
  dict->set(1.0, std::int64_t{100});
  dict->set(true, std::int64_t{200});
  EXPECT_EQ(dict->entries().size(), 50U);
  EXPECT_TRUE(equal(session, *dict->find(std::int64_t{1}), std::int64_t{200}));
  EXPECT_TRUE(dict->remove(std::int64_t{1}).has_value());
  EXPECT_EQ(dict->find(true), nullptr);
  EXPECT_NE(dict->find(std::int64_t{49}), nullptr);
}

}  // namespace
}  // namespace session_test
}  // namespace jinja
