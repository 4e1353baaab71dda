#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock-provider/journal/journal.hpp"
#include "mock-provider/scenario/masking.hpp"

namespace mock_provider::journal_test {
namespace {

JournalEntry entry(std::string scenario, std::string body) {
  JournalEntry result;
  result.scenario = std::move(scenario);
  result.body = std::move(body);
  return result;
}

std::vector<std::string> bodies(Journal::Entries const& entries) {
  std::vector<std::string> result;
  for (std::shared_ptr<JournalEntry const> const& kept : entries) result.push_back(kept->body);
  return result;
}

TEST(JournalRing, KeepsOrderAndNumbers) {
  Journal journal({.entries = 10, .bytes = 1000});
  EXPECT_EQ(journal.add(entry("a", "1"))->sequence, 1U);
  EXPECT_EQ(journal.add(entry("b", "2"))->sequence, 2U);
  EXPECT_EQ(journal.add(entry("a", "3"))->sequence, 3U);
  EXPECT_THAT(bodies(journal.all()), testing::ElementsAre("1", "2", "3"));
  EXPECT_THAT(bodies(journal.of_scenario("a")), testing::ElementsAre("1", "3"));
  EXPECT_EQ(journal.of_scenario("a")[1]->sequence, 3U);
  EXPECT_THAT(journal.of_scenario("c"), testing::IsEmpty());
}

TEST(JournalRing, NotesWhatBodiesAre) {
  Journal journal({.entries = 10, .bytes = 1000});
  EXPECT_EQ(journal.add(entry("a", "{}"))->body_form, BodyForm::json);
  EXPECT_EQ(journal.add(entry("a", "\xFF"))->body_form, BodyForm::bytes);
  journal.add_refused(entry("a", "[]"));
  journal.add_refused(entry("a", "[" + std::string(5'000, ' ') + "]"));
  Journal::Entries const refused = journal.page({}, {.after = 2}).entries;
  EXPECT_EQ(refused.at(0)->body_form, BodyForm::json);
  EXPECT_EQ(refused.at(1)->body_form, BodyForm::text) << "of what is kept of it";
}

TEST(JournalRing, GivesBackWhatItCannotKeep) {
  Journal journal({.entries = 0, .bytes = 1000});
  std::shared_ptr<JournalEntry const> const added = journal.add(entry("a", "1"));
  EXPECT_EQ(added->body, "1");
  EXPECT_EQ(journal.size(), 0U);
}

TEST(JournalAbort, IsNotedInBothViewsOfTheEntry) {
  Journal journal({.entries = 10, .bytes = 1000});
  journal.add(entry("a", "1"));
  std::uint64_t const second = journal.add(entry("a", "2"))->sequence;
  std::shared_ptr<JournalEntry const> const before = journal.all()[1];
  journal.note_abort(second, 17);
  EXPECT_EQ(journal.all()[0]->aborted_after_bytes, std::nullopt);
  EXPECT_EQ(journal.all()[1]->aborted_after_bytes, 17U);
  EXPECT_EQ(journal.of_scenario("a")[1]->aborted_after_bytes, 17U);
  EXPECT_EQ(journal.all()[1]->body, "2");
  EXPECT_EQ(before->aborted_after_bytes, std::nullopt);
}

TEST(JournalAbort, OfAnEntryThatIsGoneIsNoError) {
  Journal journal({.entries = 1, .bytes = 1000});
  std::uint64_t const first = journal.add(entry("a", "1"))->sequence;
  journal.add(entry("a", "2"));
  journal.note_abort(first, 1);
  EXPECT_EQ(journal.all()[0]->aborted_after_bytes, std::nullopt);
}

TEST(JournalRing, DropsTheOldestAndCountsThem) {
  Journal journal({.entries = 2, .bytes = 1000});
  for (std::string const body : {"1", "2", "3"}) journal.add(entry(body == "2" ? "b" : "a", body));
  EXPECT_THAT(bodies(journal.all()), testing::ElementsAre("2", "3"));
  EXPECT_THAT(bodies(journal.of_scenario("a")), testing::ElementsAre("3"));
  EXPECT_EQ(journal.dropped(), 1U);
}

TEST(JournalRing, BoundsTheBytesToo) {
  Journal journal({.entries = 100, .bytes = 10});
  journal.add(entry("a", "12345"));
  journal.add(entry("a", "67890"));
  EXPECT_EQ(journal.dropped(), 0U);
  journal.add(entry("a", "x"));
  EXPECT_THAT(bodies(journal.all()), testing::ElementsAre("67890", "x"));
  journal.add(entry("a", "longer than all there is"));
  EXPECT_THAT(journal.all(), testing::IsEmpty());
  EXPECT_EQ(journal.dropped(), 4U);
}

TEST(JournalRing, ForgetsOneScenarioOrAll) {
  Journal journal({.entries = 10, .bytes = 1000});
  journal.add(entry("a", "1"));
  journal.add(entry("b", "2"));
  journal.forget("a");
  journal.forget("nothing");
  EXPECT_THAT(bodies(journal.all()), testing::ElementsAre("2"));
  EXPECT_THAT(journal.of_scenario("a"), testing::IsEmpty());
  journal.clear();
  EXPECT_THAT(journal.all(), testing::IsEmpty());
  EXPECT_EQ(journal.add(entry("a", "3"))->sequence, 3U);
  EXPECT_EQ(journal.dropped(), 0U);
}

TEST(ShownHeader, MasksSecretsButTheirLastFourCharacters) {
  EXPECT_EQ(shown_header("Authorization", "Bearer sk-0123456789abcd"), "Bearer ****abcd");
  EXPECT_EQ(shown_header("authorization", "Basic dXNlcjpwYXNzd29yZA=="), "Basic ****ZA==");
  EXPECT_EQ(shown_header("X-Api-Key", "0123456789ab"), "****89ab");
  EXPECT_EQ(shown_header("api-key", "a secret of words"), "****ords");
  EXPECT_EQ(shown_header("Proxy-Authorization", "a secret of words"), "****ords");
}

TEST(ShownHeader, ShowsNothingOfAShortSecret) {
  EXPECT_EQ(shown_header("api-key", "short"), "****");
  EXPECT_EQ(shown_header("authorization", "Bearer abc"), "Bearer ****");
  EXPECT_EQ(shown_header("authorization", ""), "****");
}

TEST(ShownHeader, LeavesOtherHeadersAlone) {
  EXPECT_EQ(shown_header("x-key", "0123456789ab"), "0123456789ab");
}

TEST(JournalRing, CountsHeadersAndFindingsAsTheyAreInMemory) {
  Journal journal({.entries = 100, .bytes = 10'000});
  JournalEntry headed = entry("a", "");
  headed.headers = Headers(1'000, {"", ""});
  journal.add(headed);
  EXPECT_THAT(journal.all(), testing::IsEmpty());
  JournalEntry faulty = entry("a", "");
  faulty.findings = {{.rule = "r", .pointer = std::string(5'000, 'p'), .message = std::string(5'000, 'm')}};
  journal.add(faulty);
  EXPECT_THAT(journal.all(), testing::IsEmpty());
  EXPECT_EQ(journal.dropped(), 2U);
}

TEST(JournalPages, AreBoundedInEntriesAndBytes) {
  Journal journal({.entries = 10, .bytes = 1000});
  for (std::string const body : {"1", "22", "333", "4"}) journal.add(entry(body == "22" ? "b" : "a", body));
  Journal::Page const first = journal.page({}, {.entries = 2});
  EXPECT_THAT(bodies(first.entries), testing::ElementsAre("1", "22"));
  EXPECT_TRUE(first.has_more);
  Journal::Page const second = journal.page({}, {.after = 2, .bytes = 3});
  EXPECT_THAT(bodies(second.entries), testing::ElementsAre("333"));
  EXPECT_TRUE(second.has_more);
  Journal::Page const last = journal.page({}, {.after = 3});
  EXPECT_THAT(bodies(last.entries), testing::ElementsAre("4"));
  EXPECT_FALSE(last.has_more);
  EXPECT_THAT(bodies(journal.page({.scenario = "a"}, {.after = 1}).entries), testing::ElementsAre("333", "4"));
  EXPECT_THAT(journal.page({.scenario = "nobody"}, {}).entries, testing::IsEmpty());
}

TEST(JournalPages, HaveOneEntryHoweverLargeItIs) {
  Journal journal({.entries = 10, .bytes = 1000});
  for (char const letter : {'a', 'b'}) journal.add(entry("a", std::string(100, letter)));
  Journal::Page const page = journal.page({}, {.bytes = 1});
  EXPECT_EQ(page.entries.size(), 1U);
  EXPECT_TRUE(page.has_more);
}

TEST(ShownHeader, MasksCookiesAndTheKeysOfOtherProviders) {
  EXPECT_EQ(shown_header("Cookie", "session=0123456789abcdef; theme=dark; bare-0123456789"),
            "session=****cdef; theme=****;****6789");
  EXPECT_EQ(shown_header("x-goog-api-key", "AIza0123456789abcd"), "****abcd");
  EXPECT_EQ(shown_header("Ocp-Apim-Subscription-Key", "0123456789abcdef"), "****cdef");
}

TEST(ShownQuery, MasksTheValuesOfKeysAlone) {
  EXPECT_EQ(shown_query("key=AIza0123456789abcd&alt=sse"), "key=****abcd&alt=sse");
  EXPECT_EQ(shown_query("a=b&API_KEY=short&%6Bey=0123456789abcdef"), "a=b&API_KEY=****&%6Bey=****cdef");
  EXPECT_EQ(shown_query("access_token=0123456789abcdef="), "access_token=****def=");
  EXPECT_EQ(shown_query("key&monkey=1&"), "key&monkey=1&");
  EXPECT_EQ(shown_query(""), "");
}

}  // namespace
}  // namespace mock_provider::journal_test
