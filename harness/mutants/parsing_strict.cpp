#include <re2/re2.h>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/marker_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"
#include "harness/mutants/template_rules.hpp"

namespace conformance::mutants::parsing_strict {
namespace {

bool is_strict(Json const& agent) {
  return member(member(member(agent, "template"), "format"), "strict") != false;
}

/// Answers for one operation only; others go to the reference.
Rule only_for(std::string const& operation, Rule rule) {
  return
      [operation, rule = std::move(rule)](std::string const& asked, Json const& params, AskReference const& reference) {
        return asked == operation ? rule(asked, params, reference) : reference(asked, params);
      };
}

/// Changes agent or inputs before `prepare` sees them, in strict mode.
Rule changed_strict(ChangeAsked change) {
  return only_for("prepare", changed_before_rendering([change = std::move(change)](Json& agent, Json& inputs) {
                    if (is_strict(agent)) change(agent, inputs);
                  }));
}

/// Changes the messages that `prepare` answers in strict mode.
Rule changed_strict_messages(std::function<void(Json& message)> change) {
  return changed_prepared([change = std::move(change)](Json& messages, Json const& agent, Json const&) {
    for (Json& message : messages) {
      if (is_strict(agent)) change(message);
    }
  });
}

bool is_mismatch(Reply const& reply) {
  return reply.status == Reply::Status::error &&
         reply.value.value("message", "").find("nonce mismatch") != std::string::npos;
}

Rule other_mismatch(std::function<Reply(Reply reply)> change) {
  return changed_reply({"prepare"},
                       [change = std::move(change)](Reply reply, std::string const&, Json const&, AskReference const&) {
                         return is_mismatch(reply) ? change(std::move(reply)) : reply;
                       });
}

bool brings_attributes(Json const& inputs) {
  bool found = false;
  Json seen = inputs;
  change_strings(seen, [&](std::string const& text) {
    static_cast<void>(with_each_line(text, [&](std::string const& line) {
      std::optional<MarkerLine> const marker = marker_of(line);
      found = found || (marker && !marker->bracket.empty());
      return line;
    }));
    return text;
  });
  return found;
}

std::string with_tags(std::string const& text) {
  return with_each_line(text, [](std::string const& line) {
    std::optional<MarkerLine> marker = marker_of(line);
    if (!marker) return line;
    std::string const others = marker->bracket.empty() ? "]" : "," + marker->bracket.substr(1);
    marker->bracket = "[nonce=00000000a1b2c3d4" + others;
    return text_of(*marker);
  });
}

/// The template with the markers inside of its blocks hidden.
std::string with_inner_markers_hidden(std::string const& text) {
  static RE2 const opening(R"(\{%-? *(?:if|for)\b)");
  static RE2 const closing(R"(\{%-? *end(?:if|for)\b)");
  int depth = 0;
  return with_each_line(text, [&](std::string const& line) {
    std::string rest = line;
    depth += RE2::GlobalReplace(&rest, opening, "");
    bool const is_inner = depth > 0;
    depth -= RE2::GlobalReplace(&rest, closing, "");
    return is_inner && marker_of(line) ? hidden_mark() + line : line;
  });
}

std::vector<Mutant> injection_mutants() {
  return {
      {"strict-mode-missing", "P6.4-01", "There is no strict mode.",
       changed_before_rendering([](Json& agent, Json const&) { agent["template"]["format"]["strict"] = false; })},
      {"strict-mode-off-unless-set", "P6.4-01", "Strict mode is off unless a file turns it on.",
       changed_before_rendering([](Json& agent, Json const&) {
         Json const format = member(member(agent, "template"), "format");
         if (member(format, "strict").is_null()) agent["template"]["format"]["strict"] = false;
       })},
      {"strict-mode-cannot-be-turned-off", "P6.4-02", "A file cannot turn strict mode off.",
       changed_before_rendering([](Json& agent, Json const&) {
         if (!is_strict(agent)) agent["template"]["format"]["strict"] = true;
       })},
      {"strict-set-to-false-refused", "P6.4-02", "A file that turns strict mode off is an error.",
       refused_asking({"prepare"}, "ValueError",
                      [](Json const& params) { return !is_strict(member(params, "agent")); })},
      {"wrong-number-is-text", "P6.4-03", "A marker with another number is text.",
       shown(changed_strict([](Json const&, Json& inputs) {
         change_strings(inputs, [](std::string const& text) {
           return with_all_replaced(text, "nonce=", hidden_mark() + "nonce=");
         });
       }))},
      {"wrong-number-otherwise-named", "P6.4-03", "A marker with another number gives another message.",
       other_mismatch([](Reply const&) { return raised("ValueError"); })},
      {"wrong-number-of-another-kind", "P6.4-03", "A marker with another number raises an error of another kind.",
       other_mismatch([](Reply reply) {
         reply.value["kind"] = "SecurityError";
         return reply;
       })},
      {"brought-attributes-refused", "P6.4-03", "A marker with attributes that an input brought is an error.",
       refused_asking({"prepare"}, "ValueError",
                      [](Json const& params) { return brings_attributes(member(params, "inputs")); })},
      {"tag-replaces-attributes", "P6.4-04", "The tag takes the place of the author's attributes.",
       changed_strict_messages([](Json& message) { message.erase("metadata"); })},
      {"tag-becomes-metadata", "P6.4-04", "The tag is among the metadata.",
       changed_strict_messages([](Json& message) { message["metadata"]["nonce"] = "00000000a1b2c3d4"; })},
      {"tags-rendered", "P6.4-05", "Rendering shows the tags.", only_for("render", changed_template_text(with_tags))},
  };
}

std::vector<Mutant> place_mutants() {
  return {
      {"inner-markers-untagged", "P6.4-06", "Markers inside of blocks get no tag, so that they are text.",
       only_for("prepare", shown(changed_template_text(with_inner_markers_hidden)))},
      {"markers-before-blocks", "P6.4-06", "A marker that stands first in a block opens its message before the block.",
       only_for("prepare", changed_template_text([](std::string text) {
                  static RE2 const block(R"((\{%-? *(?:if|for)\b[^%]*%\}\n)((?i:system|user|assistant):\n))");
                  RE2::GlobalReplace(&text, block, R"(\2\1)");
                  return text;
                }))},
      {"markers-beside-tags-untagged", "P6.4-06", "A marker that shares its line with a statement is text.",
       only_for("prepare", shown(changed_template_text([](std::string text) {
                  static RE2 const beside(R"((%\})((?i:system|user|assistant):\{%))");
                  RE2::GlobalReplace(&text, beside, R"(\1)" + hidden_mark() + R"(\2)");
                  return text;
                })))},
      {"parsing-expects-tags", "P6.4-07", "Parsing takes markers without a tag for text.",
       only_for("parse", markers_unknown([](MarkerLine const&) { return true; }))},
      {"parsing-expects-tags-of-agents", "P6.4-07", "Parsing for an agent takes markers without a tag for text.",
       [](std::string const& operation, Json const& params, AskReference const& reference) {
         if (operation != "parse" || !params.contains("agent")) return reference(operation, params);
         return markers_unknown([](MarkerLine const&) { return true; })(operation, params, reference);
       }},
  };
}

}  // namespace
}  // namespace conformance::mutants::parsing_strict

namespace conformance::mutants {

std::vector<Mutant> parsing_strict_mutants() {
  std::vector<Mutant> mutants = parsing_strict::injection_mutants();
  std::vector<Mutant> const about_places = parsing_strict::place_mutants();
  mutants.insert(mutants.end(), about_places.begin(), about_places.end());
  return mutants;
}

}  // namespace conformance::mutants
