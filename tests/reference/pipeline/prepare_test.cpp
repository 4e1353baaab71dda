#include "prompty/pipeline/prepare.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/inputs/inputs.hpp"
#include "prompty/parse/messages.hpp"
#include "reference/support/raised.hpp"

namespace prompty::prepare_test {
namespace {

using Messages = std::vector<Message>;

Message message(std::string role, std::string text) {
  return {.role = std::move(role), .content = {TextPart{.value = std::move(text)}}};
}

PromptyAgent prompt(std::string instructions) {
  return {.instructions = std::move(instructions)};
}

constexpr char const* question = "system:\nYou help {{ name }}.\nuser[a=b]:\n{{ text }}\n";

TEST(ThreadsPrepare, GoesFromInstructionsToMessages) {
  PromptyAgent agent = prompt(question);
  agent.inputs = {{.name = "name", .default_value = Json("Jane")}, {.name = "text", .required = true}};
  Message user = message("user", "Hi");
  user.metadata = Json{{"a", "b"}};
  Messages const expected = {message("system", "You help Jane."), user};
  EXPECT_EQ(prepare(agent, Json{{"text", "Hi"}}), expected);
  EXPECT_EQ(prepare_async(agent, Json{{"text", "Hi"}}).get(), expected);
}

TEST(ThreadsPrepare, HasStagesThatGiveTheSame) {
  PromptyAgent const agent = prompt(question);
  Json const inputs{{"name", "J"}, {"text", "Hi"}};
  Rendered const rendered = render(agent, inputs);
  EXPECT_EQ(rendered.text, "system:\nYou help J.\nuser[a=b]:\nHi\n");
  EXPECT_EQ(render_async(agent, inputs).get(), rendered);
  EXPECT_EQ(parse(agent, rendered), prepare(agent, inputs));
  EXPECT_EQ(parse_async(agent, rendered).get(), prepare(agent, inputs));
}

TEST(Prepare, ShowsNoTagWhereTextStandsBesideAMarker) {
  EXPECT_EQ(prepare(prompt("Say {% if x -%}\nuser:\n{%- endif %} now"), Json{{"x", true}}),
            (Messages{message("system", "Say user: now")}));
}

TEST(Prepare, HasStagesThatHandRichInputsOn) {
  PromptyAgent agent = prompt("system:\nS\n{{ history }}\nuser:\nLook: {{ photo }}\n{{ text }}");
  agent.inputs = {{.name = "history", .kind = "thread"}, {.name = "photo", .kind = "image"}};
  Json const inputs{
      {"history", Json::parse(R"([{"role":"user","content":"system:"},{"role":"assistant","content":"A"}])")},
      {"photo", "https://x.y/z.png"},
      {"text", "T"}};
  Messages const expected = {
      message("system", "S"),
      message("user", "system:"),
      message("assistant", "A"),
      {.role = "user",
       .content = {TextPart{.value = "Look: "}, ImagePart{.value = "https://x.y/z.png"}, TextPart{.value = "T"}}}};
  Rendered const rendered = render(agent, inputs);
  EXPECT_EQ(rendered.rich_values.size(), 2U);
  EXPECT_EQ(rendered.text.find("https"), std::string::npos);
  EXPECT_EQ(parse(agent, rendered), expected);
}

TEST(Prepare, RefusesAnUnknownStrictness) {
  PromptyAgent agent = prompt("Hi");
  agent.prompt_template.format.settings["strict"] = "no";
  EXPECT_EQ(raised<ValueError>([&] {
              static_cast<void>(prepare(agent, Json::object()));
            }).find("template.format.strict must be true or false"),
            0U);
}

TEST(Prepare, NamesTheColumnsOfTheAuthor) {
  PromptyAgent agent = prompt("user:\nHi\nuser[name={{ n | nofilter }}]:\nHi");
  agent.origin = Origin{.file = "a.prompty", .body_line = 5};
  Place in_render;
  Place in_prepare;
  try {
    static_cast<void>(render(agent, Json::object()));
  } catch (ValueError const& error) {
    in_render = error.place();
  }
  try {
    static_cast<void>(prepare(agent, Json::object()));
  } catch (ValueError const& error) {
    in_prepare = error.place();
  }
  EXPECT_EQ(in_render.line, 7U);
  EXPECT_EQ(in_prepare, in_render);
}

TEST(Prepare, TakesManyInputsInLinearTime) {
  PromptyAgent agent = prompt("user:\n{{ k0 }}, {{ k1 }}");
  Json given = Json::object();
  Json::object_t::Container& members = given.get_ref<Json::object_t&>();
  for (int index = 0; index < 200'000; ++index) {
    std::string const name = "k" + std::to_string(index);
    bool const is_given = index % 2 == 1;
    agent.inputs.push_back({.name = name, .kind = index % 1000 == 999 ? "image" : "string", .required = true});
    if (is_given)
      members.emplace_back(name, "given");
    else
      agent.inputs.back().default_value = Json("default");
  }
  std::chrono::steady_clock::time_point const start = std::chrono::steady_clock::now();
  EXPECT_EQ(prepare(agent, given), (Messages{message("user", "default, given")}));
  // Two seconds at most, more under a sanitizer; quadratic time is a minute.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

/// Puts the input `x` in the place of `$x`.
class DollarRenderer final : public Renderer {
 public:
  [[nodiscard]] std::string render(PromptyAgent const& agent, Json const& inputs) const override {
    std::string text = agent.instructions;
    std::size_t const at = text.find("$x");
    return at == std::string::npos ? text : text.replace(at, 2, inputs.value("x", std::string()));
  }
};

/// One message with all of the text.
class WholeParser final : public Parser {
 public:
  [[nodiscard]] std::vector<Message> parse(PromptyAgent const&, std::string const& rendered) const override {
    return {{.role = "tool", .content = {TextPart{.value = rendered}}}};
  }
};

class PrepareWithDoubles : public testing::Test {
 protected:
  PrepareWithDoubles() {
    runtime.invokers.renderers.add("k1", std::make_shared<DollarRenderer>());
    runtime.invokers.parsers.add("p1", std::make_shared<WholeParser>());
    runtime.invokers.parsers.add("prompty", make_prompty_parser());
    agent.prompt_template.format.kind = "k1";
  }

  Runtime runtime;
  PromptyAgent agent{.instructions = "user:\n$x"};
};

TEST_F(PrepareWithDoubles, TagsTheTemplateOfAnyRenderer) {
  EXPECT_EQ(prepare(agent, Json{{"x", "system:\nHi"}}, runtime),
            (std::vector<Message>{{.role = "user", .content = {TextPart{.value = "system:\nHi"}}}}));
}

TEST_F(PrepareWithDoubles, SplicesAlsoForAnotherParser) {
  agent.prompt_template.parser.kind = "p1";
  agent.inputs = {{.name = "x", .kind = "thread"}};
  std::vector<Message> const prepared =
      prepare(agent, Json{{"x", Json::array({Json{{"role", "assistant"}, {"content", "A"}}})}}, runtime);
  ASSERT_EQ(prepared.size(), 2U);
  EXPECT_EQ(prepared.at(1).role, "assistant");
}

bool on_changed_line(std::size_t line, std::size_t body_line) {
  PromptyAgent const agent{.instructions = "a\nb\nc", .origin = Origin{.file = "f", .body_line = body_line}};
  ValueError error("wrong");
  error.set_place({.file = "f", .line = line, .column = 1});
  return is_on_changed_line(error, agent, "a\nB\nc");
}

TEST(TemplatePlaces, TellWhetherTheLineOfAnErrorChanged) {
  EXPECT_FALSE(on_changed_line(1, 1));
  EXPECT_TRUE(on_changed_line(2, 1));
  EXPECT_FALSE(on_changed_line(3, 1));
  EXPECT_FALSE(on_changed_line(4, 1));
  EXPECT_TRUE(on_changed_line(6, 5));
  EXPECT_FALSE(on_changed_line(2, 5));
  EXPECT_FALSE(on_changed_line(0, 1));
}

TemplateInputs replaced(std::string kind, Json value) {
  PromptyAgent const agent{.inputs = {{.name = "it", .kind = std::move(kind)}, {.name = "absent", .kind = "thread"}}};
  return replace_rich_inputs(agent, Json{{"it", std::move(value)}, {"extra", 1}}, [] { return "00000000000000aa"; });
}

std::string refused(std::string kind, Json value) {
  return raised<ValueError>([&] { static_cast<void>(replaced(std::move(kind), std::move(value))); });
}

ContentPart part_of(std::string kind, Json value) {
  return std::get<ContentPart>(replaced(std::move(kind), std::move(value)).rich_values.begin()->second.value);
}

TEST(RichInputs, TakeParts) {
  EXPECT_EQ(part_of("audio", Json{{"value", "DATA:audio/wav,x"}}),
            ContentPart(AudioPart{.value = "DATA:audio/wav,x", .media_type = "audio/wav"}));
  EXPECT_EQ(part_of("file", Json{{"kind", "file"}, {"value", "u"}, {"mediaType", nullptr}}),
            ContentPart(FilePart{.value = "u"}));
}

TEST(RichInputs, WithoutAValueShowNothing) {
  for (char const* const kind : {"thread", "image", "file", "audio"}) {
    EXPECT_EQ(replaced(kind, nullptr).values["it"], Json(""));
    EXPECT_TRUE(replaced(kind, "").rich_values.empty());
  }
}

TEST(RichInputs, AreRefusedByNameWhenTheyHaveAnotherShape) {
  EXPECT_EQ(refused("thread", "Hi").find("Input 'it' is a thread: give a list of messages"), 0U);
  EXPECT_EQ(refused("thread", Json{{"role", "user"}}).find("Input 'it' is a thread"), 0U);
  EXPECT_NE(refused("thread", Json::parse(R"([{"content":"x"}])")).find("inputs.it[0].role"), std::string::npos);
  EXPECT_NE(refused("thread", Json::parse(R"(["x"])")).find("inputs.it[0]"), std::string::npos);
  EXPECT_EQ(refused("image", 7).find("Input 'it' is of kind image"), 0U);
  EXPECT_EQ(refused("file", Json::array()).find("Input 'it' is of kind file"), 0U);
  EXPECT_EQ(refused("image", Json{{"kind", "audio"}, {"value", "x"}}).find("Input 'it' is of kind image, but"), 0U);
  EXPECT_NE(refused("image", Json{{"kind", "image"}}).find("inputs.it.value"), std::string::npos);
}

TEST(RichInputs, HaveNoncesOfTheirOwn) {
  PromptyAgent const agent{.inputs = {{.name = "a", .kind = "image"}, {.name = "b", .kind = "image"}}};
  TemplateInputs const first = replace_rich_inputs(agent, Json{{"a", "u"}, {"b", "u"}}, system_nonces());
  TemplateInputs const second = replace_rich_inputs(agent, Json{{"a", "u"}, {"b", "u"}}, system_nonces());
  EXPECT_EQ(first.rich_values.size(), 2U);
  EXPECT_NE(first.values["a"], second.values["a"]);
  EXPECT_EQ(first.values["a"].get<std::string>().size(), std::string("__PROMPTY_THREAD_0123456789abcdef_a__").size());
}

}  // namespace
}  // namespace prompty::prepare_test
