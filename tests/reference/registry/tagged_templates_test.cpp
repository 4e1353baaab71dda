#include "prompty/registry/tagged_templates.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace prompty::tagged_templates_test {
namespace {

class MarkingParser final : public Parser {
 public:
  [[nodiscard]] std::vector<Message> parse(PromptyAgent const&, std::string const&) const override { return {}; }
  [[nodiscard]] std::string tag(std::string const& instructions, std::string const& nonce) const override {
    ++tagged;
    return instructions + nonce;
  }
  mutable std::atomic<int> tagged{0};
};

class RegistryTaggedTemplates : public testing::Test {
 protected:
  [[nodiscard]] std::shared_ptr<TaggedTemplate const> get(std::string const& text) const {
    return templates.get(text, parser, nonces);
  }

  TaggedTemplates templates;
  std::shared_ptr<MarkingParser const> parser = std::make_shared<MarkingParser>();
  NonceSource nonces = system_nonces();
};

TEST_F(RegistryTaggedTemplates, KeepTheNonceOfATemplate) {
  std::shared_ptr<TaggedTemplate const> const first = get("a");
  EXPECT_EQ(first->text, "a" + first->nonce);
  EXPECT_EQ(get("a"), first);
  EXPECT_NE(get("b")->nonce, first->nonce);
  EXPECT_EQ(parser->tagged, 2);
}

TEST_F(RegistryTaggedTemplates, AskAnotherParserAnew) {
  std::shared_ptr<TaggedTemplate const> const first = get("a");
  parser = std::make_shared<MarkingParser>();
  EXPECT_NE(get("a"), first);
  EXPECT_EQ(parser->tagged, 1);
}

TEST_F(RegistryTaggedTemplates, GoOnWhenTheyAreFull) {
  for (int number = 0; number < 2000; ++number)
    EXPECT_EQ(get(std::to_string(number))->text.find(std::to_string(number)), 0U);
  std::string const large(9U << 20U, 'x');
  EXPECT_NE(get(large), get(large));
}

TEST_F(RegistryTaggedTemplates, AreSharedByThreads) {
  std::vector<std::thread> threads;
  std::vector<std::shared_ptr<TaggedTemplate const>> found(8);
  for (std::size_t number = 0; number < found.size(); ++number) {
    threads.emplace_back([this, &found, number] { found[number] = get("same"); });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::shared_ptr<TaggedTemplate const> const& one : found) EXPECT_EQ(one, get("same"));
}

}  // namespace
}  // namespace prompty::tagged_templates_test
