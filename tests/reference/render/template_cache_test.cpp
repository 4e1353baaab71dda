#include "prompty/render/renderers.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "jinja/errors.hpp"

namespace prompty {
namespace template_cache_test {
namespace {

std::shared_ptr<jinja::Template const> get(TemplateCache& cache, std::string const& source) {
  return cache.get(source);
}

TEST(TemplateCache, GivesTheSameTemplateForTheSameText) {
  TemplateCache cache(4, 1000);
  EXPECT_EQ(get(cache, "a{{ x }}"), get(cache, "a{{ x }}"));
  EXPECT_NE(get(cache, "a{{ x }}"), get(cache, "b{{ x }}"));
}

TEST(TemplateCache, ForgetsTheOneUsedLongestAgo) {
  TemplateCache cache(2, 1000);
  std::shared_ptr<jinja::Template const> const a = get(cache, "a");
  std::shared_ptr<jinja::Template const> const b = get(cache, "b");
  EXPECT_EQ(get(cache, "a"), a);
  static_cast<void>(get(cache, "c"));
  EXPECT_EQ(get(cache, "a"), a);
  EXPECT_NE(get(cache, "b"), b);
}

TEST(TemplateCache, KeepsNoMoreTextThanItMay) {
  TemplateCache cache(100, 10);
  std::shared_ptr<jinja::Template const> const first = get(cache, "12345678");
  EXPECT_EQ(get(cache, "12345678"), first);
  static_cast<void>(get(cache, "abcdefgh"));
  EXPECT_NE(get(cache, "12345678"), first);
  std::string const large(50, 'x');
  EXPECT_NE(get(cache, large), get(cache, large));
}

TEST(TemplateCache, DoesNotKeepErrors) {
  TemplateCache cache(4, 1000);
  EXPECT_THROW(static_cast<void>(get(cache, "{{")), jinja::Error);
  EXPECT_THROW(static_cast<void>(get(cache, "{{")), jinja::Error);
}

TEST(ThreadsTemplateCache, ManyThreadsShareIt) {
  TemplateCache cache(3, 1000);
  std::vector<std::thread> threads;
  for (int number = 0; number < 8; ++number) {
    threads.emplace_back([&cache] {
      for (int round = 0; round < 200; ++round) {
        std::string const source = std::to_string(round % 5) + "{{ x }}";
        EXPECT_EQ(get(cache, source)->render({{"x", 1}}), std::to_string(round % 5) + "1");
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace template_cache_test
}  // namespace prompty
