#include <algorithm>
#include <utility>

#include "harness/mutants/anthropic_rules.hpp"
#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/outcome_rules.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::anthropic_answers {
namespace {

using Predicate = std::function<bool(Json const& agent, Json const& blocks)>;
using Answer = std::function<Reply(Json const& blocks)>;

bool has_tool_use(Json const& blocks) {
  return !blocks_of(blocks, "tool_use").empty();
}

std::string text_of(Json const& block) {
  return member(block, "text").is_string() ? block["text"].get<std::string>() : "";
}

std::string first_text(Json const& blocks) {
  Json const texts = blocks_of(blocks, "text");
  return texts.empty() ? "" : text_of(texts.front());
}

std::string all_text(Json const& blocks) {
  std::string text;
  for (Json const& block : blocks_of(blocks, "text")) text += text_of(block);
  return text;
}

Rule answer_where(Predicate predicate, Answer answer) {
  return changed_answer([predicate = std::move(predicate), answer = std::move(answer)](Reply reply, Json const& agent,
                                                                                       Json const& blocks) {
    return predicate(agent, blocks) ? answer(blocks) : reply;
  });
}

Reply text_reply(Json const& blocks) {
  return outcome("text", first_text(blocks));
}

Answer same(Reply reply) {
  return [reply = std::move(reply)](Json const&) { return reply; };
}

/// Changes the list of calls that is the outcome.
Rule changed_call_list(std::function<void(Json& calls)> change) {
  return changed_answer([change = std::move(change)](Reply reply, Json const&, Json const& blocks) {
    if (has_tool_use(blocks)) change(reply.value["value"]);
    return reply;
  });
}

Rule changed_calls(std::function<void(Json& call, std::size_t index)> change) {
  return changed_call_list([change = std::move(change)](Json& calls) {
    for (std::size_t index = 0; index < calls.size(); ++index) change(calls[index], index);
  });
}

/// Puts another text in place of the arguments.
Rule changed_arguments(std::function<Json(Json const& input)> change) {
  return changed_calls([change = std::move(change)](Json& call, std::size_t) {
    call["arguments"] = change(parsed(call.at("arguments").get<std::string>()));
  });
}

void collect_servers_calls(Json& blocks) {
  for (Json& block : blocks) {
    std::string const type = member(block, "type").is_string() ? block["type"].get<std::string>() : "";
    if (type.ends_with("_tool_use")) block["type"] = "tool_use";
  }
}

bool no_calls(Json const&, Json const& blocks) {
  return !has_tool_use(blocks);
}

bool no_text(Json const&, Json const& blocks) {
  return !has_tool_use(blocks) && blocks_of(blocks, "text").empty();
}

bool several_texts(Json const&, Json const& blocks) {
  return !has_tool_use(blocks) && blocks_of(blocks, "text").size() > 1;
}

bool calls_beside_text(Json const&, Json const& blocks) {
  return has_tool_use(blocks) && !first_text(blocks).empty();
}

bool calls_beside_structure(Json const& agent, Json const& blocks) {
  return has_tool_use(blocks) && has_outputs(agent) && is_json(first_text(blocks));
}

bool structured(Json const& agent, Json const& blocks) {
  return !has_tool_use(blocks) && has_outputs(agent) && is_json(first_text(blocks));
}

bool unstructured(Json const& agent, Json const& blocks) {
  return !has_tool_use(blocks) && has_outputs(agent) && !first_text(blocks).empty() && !is_json(first_text(blocks));
}

/// Any text at all that a block holds, whatever its type.
std::string any_text(Json const& block) {
  for (Json const& value : block) {
    if (value.is_string() && value != member(block, "type")) return value.get<std::string>();
  }
  return "";
}

void skip_first(Json& blocks) {
  if (!blocks.empty()) blocks.erase(blocks.begin());
}

Reply obey_stop_reason(std::string const& operation, Json const& params, AskReference const& reference) {
  Json const& response = member(params, "response");
  bool const concerned = operation == "process" && is_for_anthropic(member(params, "agent")) &&
                         member(response, "content").is_array() && member(response, "stop_reason") != "tool_use";
  if (!concerned) return reference(operation, params);
  Json changed = params;
  Json kept = Json::array();
  for (Json const& block : response["content"]) {
    if (member(block, "type") != "tool_use") kept.push_back(block);
  }
  changed["response"]["content"] = std::move(kept);
  return reference(operation, changed);
}

std::vector<Mutant> call_mutants() {
  return {
      {"anthropic-last-block-only", "P8.5-01", "Of Anthropic's blocks only the last is looked at.",
       changed_answer_blocks([](Json& blocks) {
         if (blocks.size() > 1) blocks = Json::array({Json(blocks.back())});
       })},
      {"anthropic-calls-reversed", "P8.5-01", "Anthropic's calls come last first.",
       changed_call_list([](Json& calls) { std::reverse(calls.begin(), calls.end()); })},
      {"anthropic-single-call-unwrapped", "P8.5-01", "A single call of Anthropic's comes without a list.",
       changed_call_list([](Json& calls) {
         if (calls.size() == 1) calls = Json(calls.front());
       })},
      {"anthropic-calls-of-server-collected", "P8.5-01", "Calls that Anthropic makes itself are calls of ours.",
       changed_answer_blocks(collect_servers_calls)},
      {"anthropic-text-before-calls", "P8.5-02", "Anthropic's text is given although there are calls.",
       answer_where(calls_beside_text, text_reply)},
      {"anthropic-structure-before-calls", "P8.5-02", "Anthropic's structured text is given although there are calls.",
       answer_where(calls_beside_structure,
                    [](Json const& blocks) { return outcome("json", parsed(first_text(blocks))); })},
      {"anthropic-stop-reason-decides", "P8.5-02", "Anthropic's calls count only if the reason to stop says so.",
       obey_stop_reason},
      {"anthropic-arguments-as-object", "P8.5-03", "The input of Anthropic's calls is given as a value.",
       changed_arguments([](Json const& input) { return input; })},
      {"anthropic-arguments-stringified", "P8.5-03", "Values in the input of Anthropic's calls become text.",
       changed_arguments([](Json const& input) { return Json(with_texts_inside(input).dump()); })},
      {"anthropic-arguments-cut", "P8.5-03", "Of the input of Anthropic's calls one member is given.",
       changed_arguments([](Json const& input) {
         return input.empty() ? Json(input.dump()) : Json(Json{{input.begin().key(), input.begin().value()}}.dump());
       })},
      {"anthropic-call-ids-numbered", "P8.5-03", "Anthropic's calls are numbered instead of keeping their ids.",
       changed_calls([](Json& call, std::size_t index) { call["id"] = std::to_string(index); })},
      {"anthropic-empty-input-as-nothing", "P8.5-04", "An empty input of Anthropic's gives an empty text.",
       changed_arguments([](Json const& input) { return Json(input.empty() ? "" : input.dump()); })},
      {"anthropic-empty-input-as-null", "P8.5-04", "An empty input of Anthropic's gives null.",
       changed_arguments([](Json const& input) { return Json(input.empty() ? "null" : input.dump()); })},
      {"anthropic-call-without-input-lost", "P8.5-04", "A call of Anthropic's with an empty input is no call.",
       changed_call_list([](Json& calls) {
         Json kept = Json::array();
         for (Json const& call : calls) {
           if (!parsed(call.at("arguments").get<std::string>()).empty()) kept.push_back(call);
         }
         calls = std::move(kept);
       })},
  };
}

std::vector<Mutant> text_mutants() {
  return {
      {"anthropic-last-text", "P8.5-05", "Of several texts of Anthropic's the last is given.",
       answer_where(several_texts,
                    [](Json const& blocks) { return outcome("text", text_of(blocks_of(blocks, "text").back())); })},
      {"anthropic-texts-with-lines-between", "P8.5-05", "Several texts of Anthropic's are joined by line ends.",
       answer_where(several_texts,
                    [](Json const& blocks) {
                      std::string text;
                      for (Json const& block : blocks_of(blocks, "text")) text += text_of(block) + "\n";
                      return outcome("text", text);
                    })},
      {"anthropic-texts-as-list", "P8.5-05", "Several texts of Anthropic's are given as a list.",
       answer_where(several_texts, [](Json const& blocks) { return outcome("json", blocks_of(blocks, "text")); })},
      {"anthropic-first-block-unfiltered", "P8.5-06", "The first block of Anthropic's counts as text of any type.",
       answer_where([](Json const& agent, Json const& blocks) { return no_calls(agent, blocks) && !blocks.empty(); },
                    [](Json const& blocks) { return outcome("text", any_text(blocks.front())); })},
      {"anthropic-first-block-skipped", "P8.5-06", "The first block of Anthropic's is passed over as a thought.",
       changed_answer_blocks(skip_first)},
      {"anthropic-mixed-answers-empty", "P8.5-07",
       "A text of Anthropic's is lost when a block of another type precedes it.",
       answer_where(
           [](Json const& agent, Json const& blocks) {
             return no_calls(agent, blocks) && !first_text(blocks).empty() && member(blocks.front(), "type") != "text";
           },
           same(outcome("text", "")))},
      {"anthropic-no-text-null", "P8.5-07", "Without a text of Anthropic's the result is null.",
       answer_where(no_text, same(outcome("json", nullptr)))},
      {"anthropic-no-text-refused", "P8.5-07", "Without a text of Anthropic's an error is raised.",
       answer_where(no_text, same(raised("ValueError")))},
      {"anthropic-structure-as-text", "P8.5-08", "Structured text of Anthropic's stays text.",
       answer_where(structured, text_reply)},
      {"anthropic-only-objects-parsed", "P8.5-08", "Of structured texts of Anthropic's only objects are parsed.",
       answer_where(
           [](Json const& agent, Json const& blocks) {
             return structured(agent, blocks) && !parsed(first_text(blocks)).is_object();
           },
           text_reply)},
      {"anthropic-always-parsed", "P8.5-08", "Text of Anthropic's that is JSON is parsed without outputs too.",
       answer_where(
           [](Json const& agent, Json const& blocks) { return no_calls(agent, blocks) && is_json(first_text(blocks)); },
           [](Json const& blocks) { return outcome("json", parsed(first_text(blocks))); })},
      {"anthropic-first-block-must-be-structure", "P8.5-08", "Only a first block of Anthropic's is parsed.",
       answer_where(
           [](Json const& agent, Json const& blocks) {
             return structured(agent, blocks) && member(blocks.front(), "type") != "text";
           },
           text_reply)},
      {"anthropic-empty-text-parsed", "P8.5-08", "With outputs an empty text of Anthropic's is null.",
       answer_where(
           [](Json const& agent, Json const& blocks) {
             return no_calls(agent, blocks) && has_outputs(agent) && all_text(blocks).empty();
           },
           same(outcome("json", nullptr)))},
      {"anthropic-unparsed-refused", "P8.5-09", "Text of Anthropic's that does not parse raises an error.",
       answer_where(unstructured, same(raised("ValueError")))},
      {"anthropic-unparsed-lost", "P8.5-09", "Text of Anthropic's that does not parse is replaced by the empty text.",
       answer_where(unstructured, same(outcome("text", "")))},
  };
}

}  // namespace
}  // namespace conformance::mutants::anthropic_answers

namespace conformance::mutants {

std::vector<Mutant> anthropic_answer_mutants() {
  std::vector<Mutant> mutants = anthropic_answers::call_mutants();
  std::vector<Mutant> const about_text = anthropic_answers::text_mutants();
  mutants.insert(mutants.end(), about_text.begin(), about_text.end());
  return mutants;
}

}  // namespace conformance::mutants
