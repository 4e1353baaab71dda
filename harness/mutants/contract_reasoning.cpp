#include <algorithm>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/stored_rules.hpp"

namespace conformance::mutants::contract_reasoning {
namespace {

bool is_assistant(Json const& stored) {
  return member(stored, "role") == "assistant";
}

void strip(Json& wire) {
  wire.erase("reasoning_content");
  wire.erase("reasoning_details");
}

/// What the reference sends of the reasoning of a turn that called tools.
void put_reasoning(Json& wire, Json const& stored) {
  Json const& blocks = member(stored, "reasoning_details");
  if (!blocks.empty()) {
    wire["reasoning_details"] = blocks;
  } else if (!member(stored, "reasoning").is_null()) {
    wire["reasoning_content"] = stored.at("reasoning");
  }
}

bool any_behind(Json const& stored, std::size_t place, std::string const& role) {
  return std::any_of(stored.begin() + static_cast<std::ptrdiff_t>(place) + 1, stored.end(),
                     [&](Json const& message) { return member(message, "role") == role; });
}

using AtPlace = std::function<bool(Json const& stored, std::size_t place)>;

/// Strips the reasoning of turns at some places.
Rule stripped(AtPlace predicate) {
  return changed_sent([predicate = std::move(predicate)](Json& wires, Json const& stored) {
    for (std::size_t place = 0; place < stored.size(); ++place) {
      if (is_assistant(stored[place]) && predicate(stored, place)) strip(wires[place]);
    }
  });
}

/// Sends the reasoning of turns at some places, whether they called tools or not.
Rule sent(AtPlace predicate) {
  return changed_sent([predicate = std::move(predicate)](Json& wires, Json const& stored) {
    for (std::size_t place = 0; place < stored.size(); ++place) {
      if (is_assistant(stored[place]) && predicate(stored, place)) put_reasoning(wires[place], stored[place]);
    }
  });
}

void make_up_reasoning(Json& wire, Json const& stored) {
  if (has_calls(stored) && !has_reasoning(stored)) wire["reasoning_content"] = "";
}

void send_apart(Json& wires, Json const&) {
  Json apart = Json::array();
  for (Json& wire : wires) {
    if (wire.contains("reasoning_content")) {
      apart.push_back({{"role", "assistant"}, {"content", ""}, {"reasoning_content", wire["reasoning_content"]}});
      wire.erase("reasoning_content");
    }
    apart.push_back(wire);
  }
  wires = std::move(apart);
}

void send_on_result(Json& wires, Json const&) {
  for (std::size_t place = 0; place + 1 < wires.size(); ++place) {
    if (!wires[place].contains("reasoning_content")) continue;
    wires[place + 1]["reasoning_content"] = wires[place]["reasoning_content"];
    wires[place].erase("reasoning_content");
  }
}

void rename(Json& object, std::string const& from, std::string const& to) {
  if (!object.contains(from)) return;
  Json const value = object[from];
  object.erase(from);
  object[to] = value;
}

void carry_over(Json& wires, Json const&) {
  Json last = nullptr;
  for (Json& wire : wires) {
    if (!has_calls(wire)) continue;
    if (wire.contains("reasoning_content")) {
      last = wire["reasoning_content"];
    } else if (!last.is_null()) {
      wire["reasoning_content"] = last;
    }
  }
}

void send_last_everywhere(Json& wires, Json const&) {
  Json last = nullptr;
  for (Json const& wire : wires) {
    if (wire.contains("reasoning_content")) last = wire["reasoning_content"];
  }
  for (Json& wire : wires) {
    if (wire.contains("reasoning_content")) wire["reasoning_content"] = last;
  }
}

using ChangeBlocks = std::function<void(Json& blocks)>;

Rule changed_blocks(ChangeBlocks change) {
  return changed_sent_message("assistant", [change = std::move(change)](Json& wire, Json const&) {
    if (wire.contains("reasoning_details")) change(wire["reasoning_details"]);
  });
}

void flatten_blocks(Json& wire, Json const&) {
  if (!wire.contains("reasoning_details")) return;
  std::string text;
  for (Json const& block : wire["reasoning_details"]) {
    if (member(block, "text").is_string()) text += block["text"].get<std::string>();
  }
  wire.erase("reasoning_details");
  wire["reasoning_content"] = text;
}

void rebuild_blocks(Json& blocks) {
  for (Json& block : blocks) {
    Json kept = Json::object();
    for (std::string const name : {"type", "text", "summary", "data", "id", "signature"}) {
      if (block.contains(name)) kept[name] = block[name];
    }
    block = std::move(kept);
  }
}

void drop_null_members(Json& blocks) {
  for (Json& block : blocks) {
    Json kept = Json::object();
    for (auto const& [name, value] : block.items()) {
      if (!value.is_null()) kept[name] = value;
    }
    block = std::move(kept);
  }
}

void join_blocks(Json& blocks) {
  Json joined = Json::array();
  for (Json const& block : blocks) {
    bool const joins = !joined.empty() && block.contains("index") && joined.back().contains("index") &&
                       joined.back()["index"] == block["index"] && member(block, "text").is_string() &&
                       member(joined.back(), "text").is_string();
    if (joins) {
      joined.back()["text"] = joined.back()["text"].get<std::string>() + block["text"].get<std::string>();
    } else {
      joined.push_back(block);
    }
  }
  blocks = std::move(joined);
}

void send_equal_blocks_once(Json& blocks) {
  Json kept = Json::array();
  for (Json const& block : blocks) {
    if (std::find(kept.begin(), kept.end(), block) == kept.end()) kept.push_back(block);
  }
  blocks = std::move(kept);
}

void send_without_asking(Json& message, Json const& stored) {
  if (!is_assistant(stored) || has_calls(stored)) return;
  for (std::string const name : {"reasoning", "reasoning_details"}) {
    if (!member(stored, name).is_null()) message[name] = stored.at(name);
  }
}

/// The rule is kept only where the caller names the target.
Reply keep_rule_when_asked(std::string const& operation, Json const& params, AskReference const& reference) {
  if (!member(params, "target").is_null()) return reference(operation, params);
  return sent([](Json const&, std::size_t) { return true; })(operation, params, reference);
}

std::vector<Mutant> mutants_of_room() {
  return {
      {"reasoning-on-all-turns", "M6-01", "Reasoning is sent back whether a turn called tools or not.",
       sent([](Json const&, std::size_t) { return true; })},
      {"reasoning-made-up", "M6-01", "A turn that called tools and did not think is sent with empty reasoning.",
       changed_sent_message("assistant", make_up_reasoning)},
      {"reasoning-for-one-request", "M6-02", "Reasoning is sent only until the model has answered again.",
       stripped([](Json const& stored, std::size_t place) { return any_behind(stored, place, "assistant"); })},
      {"reasoning-after-the-continuation", "M6-02", "Reasoning is sent only once the model has answered again.",
       stripped([](Json const& stored, std::size_t place) { return !any_behind(stored, place, "assistant"); })},
      {"reasoning-of-earlier-runs", "M6-03", "Reasoning of all turns is sent once their run is over.",
       sent([](Json const& stored, std::size_t place) { return any_behind(stored, place, "user"); })},
      {"reasoning-apart", "M6-05", "Reasoning is a message of its own before that of the calls.",
       changed_sent(send_apart)},
      {"reasoning-on-the-result", "M6-05", "Reasoning stands on the message behind that of the calls.",
       changed_sent(send_on_result)},
      {"last-reasoning-everywhere", "M6-13", "Every turn that called tools has the reasoning of the last one.",
       changed_sent(send_last_everywhere)},
      {"reasoning-carried-over", "M6-13", "A turn without reasoning gets that of the one before it.",
       changed_sent(carry_over)},
      {"reasoning-by-its-incoming-name", "M6-07", "The text goes by the name reasoning.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const&) { rename(wire, "reasoning_content", "reasoning"); })},
      {"blocks-by-the-name-of-the-text", "M6-07", "Blocks go by the name reasoning.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const&) { rename(wire, "reasoning_details", "reasoning"); })},
      {"blocks-flattened", "M6-08", "In place of blocks the text in them is sent.",
       changed_sent_message("assistant", flatten_blocks)},
      {"text-beside-blocks", "M6-08", "A turn that has both is sent with both.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const& stored) {
                              bool const has_both =
                                  wire.contains("reasoning_details") && !member(stored, "reasoning").is_null();
                              if (has_both) wire["reasoning_content"] = stored.at("reasoning");
                            })},
      {"empty-blocks-shadow-the-text", "M6-08", "An empty list of blocks is sent instead of the text.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const& stored) {
                              if (!has_calls(stored) || member(stored, "reasoning_details") != Json::array()) return;
                              wire.erase("reasoning_content");
                              wire["reasoning_details"] = Json::array();
                            })},
      {"blocks-sorted", "M6-09", "Blocks are sent by ascending index.", changed_blocks([](Json& blocks) {
         std::stable_sort(blocks.begin(), blocks.end(), [](Json const& left, Json const& right) {
           return member(left, "index").is_number() && member(right, "index").is_number() &&
                  left["index"] < right["index"];
         });
       })},
      {"blocks-rebuilt", "M6-09", "Blocks are sent with the members that are known.", changed_blocks(rebuild_blocks)},
      {"blocks-without-nulls", "M6-09", "Members of blocks that are null are not sent.",
       changed_blocks(drop_null_members)},
      {"blocks-without-text-dropped", "M6-10", "A block without a text is not sent.", changed_blocks([](Json& blocks) {
         blocks.erase(std::remove_if(blocks.begin(), blocks.end(),
                                     [](Json const& block) { return !member(block, "text").is_string(); }),
                      blocks.end());
       })},
      {"blocks-sent-once", "M6-10", "Of equal blocks one is sent.", changed_blocks(send_equal_blocks_once)},
      {"reasoning-blocks-joined", "M6-10", "Blocks of one index are sent as one.", changed_blocks(join_blocks)},
      {"plain-blocks-sent", "M6.1-02", "With a turn that called no tools the text is left out and blocks are sent.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const& stored) {
                              if (!has_calls(stored)) sent_as("reasoning_details", "reasoning_details")(wire, stored);
                            })},
      {"plain-text-sent", "M6.1-02", "With a turn that called no tools blocks are left out and the text is sent.",
       changed_sent_message("assistant",
                            [](Json& wire, Json const& stored) {
                              if (!has_calls(stored)) sent_as("reasoning", "reasoning_content")(wire, stored);
                            })},
      {"client-strips-by-itself", "M6.1-03", "A client is handed the reasoning of all turns.",
       changed_handed_message(send_without_asking)},
      {"client-handed-wire-names", "M6.1-04", "A client is handed reasoning by its name on the wire.",
       changed_handed_message([](Json& message, Json const&) { rename(message, "reasoning", "reasoning_content"); })},
      {"rule-only-when-asked", "M6.1-06", "Reasoning is left out only when the caller names what he sends to.",
       keep_rule_when_asked},
  };
}

}  // namespace
}  // namespace conformance::mutants::contract_reasoning

namespace conformance::mutants {

std::vector<Mutant> contract_reasoning_mutants() {
  return contract_reasoning::mutants_of_room();
}

}  // namespace conformance::mutants
