#include "prompty/pipeline/runtimes.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <atomic>
#include <functional>
#include <thread>
#include <type_traits>
#include <vector>

#include "prompty/agent/dispatch.hpp"
#include "prompty/core/error.hpp"
#include "prompty/parse/messages.hpp"
#include "prompty/pipeline/kind_handlers.hpp"
#include "prompty/pipeline/offered_tools.hpp"
#include "prompty/provider/providers.hpp"
#include "prompty/render/renderers.hpp"
#include "reference/support/raised.hpp"

namespace prompty::registries_test {
namespace {

using testing::HasSubstr;

ToolHandler giving(Json const& result) {
  return {.call = [result](Json const&) { return result; }};
}

KindHandler kind_giving(Json const& result) {
  return [result](Tool const&, Json const&, PromptyAgent const&, Json const&, CallSetting const&) { return result; };
}

void in_threads(int count, std::function<void(int number)> const& work) {
  std::vector<std::thread> threads;
  for (int number = 0; number < count; ++number) threads.emplace_back([&work, number] { work(number); });
  for (std::thread& thread : threads) thread.join();
}

TEST(RegistryFunctions, GiveTheVeryClientThatWasRegistered) {
  RecordProperty("clause", "P11.1-01");
  std::unique_ptr<Runtime> const runtime = make_runtime();
  std::shared_ptr<Client const> const client = std::make_shared<Client const>(Client{.endpoint = "http://house"});
  register_connection("house", client, *runtime);

  EXPECT_EQ(get_connection("house", *runtime), client);
  EXPECT_EQ(get_connection("house", *runtime), get_connection("house", *runtime));
}

TEST(RegistryFunctions, AreThoseOfTheProcessByDefault) {
  RecordProperty("clause", "P11.1-06");
  std::shared_ptr<Client const> const client = std::make_shared<Client const>(Client{.endpoint = "http://all"});
  std::thread([&] { register_connection("of-the-process", client); }).join();

  EXPECT_EQ(get_connection("of-the-process"), client);
  EXPECT_EQ(get_connection("of-the-process", global_runtime()), client);
  EXPECT_EQ(get_connection("of-the-process", *make_runtime()), nullptr);
  clear_connections();
  EXPECT_EQ(get_connection("of-the-process"), nullptr);
}

TEST(RegistryFunctions, ShareNamesOfToolsAcrossThreads) {
  RecordProperty("clause", "P11.2-09");
  std::thread([] { register_tool("of-the-process", giving(7)); }).join();

  Dispatched const done = dispatch({.name = "of-the-process"}, Json::object(), {}, Json::object(), {},
                                   *global_runtime().tools, Profile::as_written);
  EXPECT_EQ(std::get<Json>(done.result), Json(7));
  clear_tools();
  EXPECT_EQ(get_tool("of-the-process"), nullptr);
}

TEST(RegistryFunctions, ShareKindsOfToolsAcrossThreads) {
  RecordProperty("clause", "P11.2-14");
  std::thread([] { register_tool_handler("of-the-process", kind_giving(8)); }).join();

  EXPECT_NE(get_tool_handler("of-the-process"), nullptr);
  EXPECT_NE(get_tool_handler("function"), nullptr);
  clear_tool_handlers();
  EXPECT_EQ(get_tool_handler("of-the-process"), nullptr);
  EXPECT_EQ(get_tool_handler("function"), nullptr);
  register_builtins();
  EXPECT_NE(get_tool_handler("function"), nullptr);
}

TEST(RegistryThreads, RegisterFindAndClearConnections) {
  RecordProperty("clause", "P11.1-05");
  std::unique_ptr<Runtime> const runtime = make_runtime();
  std::atomic<int> wrong{0};
  in_threads(16, [&](int number) {
    std::string const name = std::to_string(number % 4);
    for (int round = 0; round < 300; ++round) {
      register_connection(name, std::make_shared<Client const>(Client{.endpoint = name}), *runtime);
      std::shared_ptr<Client const> const found = get_connection(name, *runtime);
      if (found != nullptr && found->endpoint != name) ++wrong;
      if (round % 50 == 0) clear_connections(*runtime);
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(RegistryThreads, DispatchWhileHandlersComeAndGo) {
  RecordProperty("clause", "P11.2-08");
  std::unique_ptr<Runtime> const runtime = make_runtime();
  std::atomic<int> wrong{0};
  in_threads(16, [&](int number) {
    std::string const name = "t" + std::to_string(number % 4);
    Tool const tool{.name = name, .details = CustomTool{.kind = "k" + name}};
    for (int round = 0; round < 200; ++round) {
      register_tool(name,
                    {.call =
                         [&, name](Json const&) {
                           // Handlers run outside of the locks.
                           register_tool_handler("k" + name, kind_giving(name), *runtime);
                           return Json(name);
                         }},
                    *runtime);
      try {
        Dispatched const done =
            dispatch(tool, Json::object(), {}, Json::object(), {}, *runtime->tools, Profile::as_written);
        if (std::get<Json>(done.result) != Json(name)) ++wrong;
      } catch (ValueError const&) {
        // Another thread cleared both registries meanwhile.
      }
      if (round % 20 == 0) clear_tools(*runtime);
      if (round % 30 == 0) clear_tool_handlers(*runtime);
      if (round % 40 == 0) register_builtins(*runtime);
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(RegistryThreads, LookComponentsUpWhileTheyAreReplaced) {
  std::unique_ptr<Runtime> const runtime = make_runtime();
  std::atomic<int> missing{0};
  in_threads(8, [&](int number) {
    for (int round = 0; round < 200; ++round) {
      if (number % 2 == 0) register_renderer("jinja2", std::make_shared<JinjaRenderer>(), *runtime);
      if (number % 4 == 1) clear_cache(*runtime);
      if (get_renderer("jinja2", *runtime) == nullptr || get_parser("prompty", *runtime) == nullptr) ++missing;
    }
  });
  EXPECT_EQ(missing, 0);
}

// P11.3.1-01: both forms of each method, with the parameters and results of the interface.
template <class Built>
concept IsRenderer = std::is_base_of_v<Renderer, Built> && !std::is_abstract_v<Built> &&
                     requires(Built const& built, PromptyAgent agent, Json inputs) {
  { built.render(agent, inputs) } -> std::same_as<std::string>;
  { built.render_async(agent, inputs) } -> std::same_as<std::future<std::string>>;
};

template <class Built>
concept IsParser = std::is_base_of_v<Parser, Built> &&
    requires(Built const& built, PromptyAgent agent, std::string text) {
  { built.parse(agent, text) } -> std::same_as<std::vector<Message>>;
  { built.parse_async(agent, text) } -> std::same_as<std::future<std::vector<Message>>>;
};

template <class Built>
concept IsExecutor = std::is_base_of_v<Executor, Built> &&
    requires(Built const& built, PromptyAgent agent, std::vector<Message> messages) {
  { built.execute(agent, messages) } -> std::same_as<Json>;
  { built.execute_async(agent, messages) } -> std::same_as<std::future<Json>>;
};

template <class Built>
concept IsProcessor = std::is_base_of_v<Processor, Built> &&
    requires(Built const& built, PromptyAgent agent, Json response) {
  { built.process(agent, response) } -> std::same_as<Outcome>;
  { built.process_async(agent, response) } -> std::same_as<std::future<Outcome>>;
};

TEST(BuiltInComponents, HaveTheMethodsOfTheirInterfaces) {
  RecordProperty("clause", "P11.3.1-01");
  static_assert(IsRenderer<JinjaRenderer> && IsRenderer<MustacheRenderer>);
  static_assert(IsParser<std::remove_cvref_t<decltype(*make_prompty_parser())>>);
  // Their classes are known to their sources alone: what is made is an object, and so has all that its interface has.
  static_assert(IsExecutor<Executor> && IsProcessor<Processor>);
  for (std::shared_ptr<Executor const> const& made :
       {openai::make_executor(nullptr), anthropic::make_executor(nullptr)})
    EXPECT_NE(made, nullptr);
  for (std::shared_ptr<Processor const> const& made : {openai::make_processor(), anthropic::make_processor()})
    EXPECT_NE(made, nullptr);
}

class KindHandlers : public testing::Test {
 protected:
  [[nodiscard]] Json call(std::string const& kind, Tool const& tool, std::string const& function = "") const {
    return std::get<Json>(
        (*get_tool_handler(kind, *runtime_))(tool, Json{{"a", 1}}, {}, Json::object(), {.function = function}));
  }

  std::unique_ptr<Runtime> runtime_ = make_runtime();
};

TEST_F(KindHandlers, OfFunctionsCallWhatIsRegisteredUnderTheName) {
  register_tool("add", {.call = [](Json const& arguments) { return arguments; }}, *runtime_);

  EXPECT_EQ(call("function", {.name = "add"}), (Json{{"a", 1}}));
  EXPECT_EQ(call("function", {.name = "other"}, "add"), (Json{{"a", 1}}));
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(call("function", {.name = "sub"})); }),
              HasSubstr("No callable registered for function tool: sub"));
}

TEST_F(KindHandlers, ComeBackWithoutTouchingNames) {
  register_tool("t", {.call = [](Json const&) { return Json("done"); }}, *runtime_);
  clear_tool_handlers(*runtime_);
  register_builtins(*runtime_);

  for (char const* const kind : {"function", "prompty", "mcp", "openapi", "*"}) {
    EXPECT_NE(get_tool_handler(kind, *runtime_), nullptr) << kind;
  }
  EXPECT_NE(get_tool("t", *runtime_), nullptr);
}

TEST_F(KindHandlers, AskForParametersOfCustomToolsByNameAndThenByKind) {
  PromptyAgent const agent{.tools = {{.name = "t", .description = "D", .details = CustomTool{.kind = "acme"}}}};
  EXPECT_THAT(raised<ValueError>([&] { static_cast<void>(with_custom_tools(agent, *runtime_->tools)); }),
              HasSubstr("Tool 't': its parameters are unknown"));

  runtime_->tools->discoveries.add("acme", std::make_shared<ToolDiscovery>([](Tool const&, PromptyAgent const&) {
                                     return std::vector<ToolDefinition>{{.name = "one"}, {.name = "two"}};
                                   }));
  EXPECT_EQ(with_custom_tools(agent, *runtime_->tools).tools[0].offered->size(), 2U);

  Json const schema{{"type", "object"}};
  register_tool("t", {.call = [](Json const&) { return Json(); }, .parameters = schema}, *runtime_);
  EXPECT_EQ(with_custom_tools(agent, *runtime_->tools).tools[0].offered,
            (std::vector<ToolDefinition>{{.name = "t", .description = "D", .parameters = schema}}));
}

/// As long as it lives, this process can open no file and no connection.
class NoDescriptors {
 public:
  NoDescriptors() {
    ::getrlimit(RLIMIT_NOFILE, &before_);
    rlimit none = before_;
    none.rlim_cur = 0;
    ::setrlimit(RLIMIT_NOFILE, &none);
  }
  NoDescriptors(NoDescriptors const&) = delete;
  NoDescriptors& operator=(NoDescriptors const&) = delete;
  ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

TEST(RegistryFunctions, OpenNothing) {
  RecordProperty("clause", "P12.3-01");
  std::unique_ptr<Runtime> const runtime = make_runtime();
  std::shared_ptr<Client const> const client =
      std::make_shared<Client const>(Client{.endpoint = "http://nobody.invalid"});
  NoDescriptors const none;
  ASSERT_EQ(::socket(AF_INET, SOCK_STREAM, 0), -1);
  register_connection("house", client, *runtime);
  register_mcp_server("server", McpServer{.reach = HttpServer{.endpoint = "http://nobody.invalid/mcp"}}, *runtime);
  register_tool("f", giving(1), *runtime);
  register_tool_handler("special", kind_giving(1), *runtime);
  register_renderer("own", get_renderer("jinja2", *runtime), *runtime);
  EXPECT_EQ(get_connection("house", *runtime), client);
  EXPECT_EQ(get_connection("cabin", *runtime), nullptr);
  EXPECT_NE(get_tool("f", *runtime), nullptr);
  EXPECT_NE(get_tool_handler("special", *runtime), nullptr);
  EXPECT_NE(get_tool_handler("openapi", *runtime), nullptr);
  EXPECT_NE(get_executor("openai", *runtime), nullptr);
  EXPECT_THROW(static_cast<void>(get_processor("acme", *runtime)), InvokerError);
  clear_connections(*runtime);
  clear_tools(*runtime);
  clear_tool_handlers(*runtime);
  clear_cache(*runtime);
  EXPECT_EQ(get_connection("house", *runtime), nullptr);
}

}  // namespace
}  // namespace prompty::registries_test
