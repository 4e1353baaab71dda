#include <re2/re2.h>

#include <algorithm>

#include "harness/mutants/hidden_text.hpp"
#include "harness/mutants/rich_rules.hpp"
#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::parsing_parts {
namespace {

Rule changed_media(ChangeMention change) {
  return changed_mentions(is_media, std::move(change));
}

bool is_text(Json const& part) {
  return member(part, "kind") == "text";
}

/// Changes the parts of messages that have media among them.
Rule changed_mixed_parts(std::function<void(Json& parts)> change) {
  return changed_prepared([change = std::move(change)](Json& messages, Json const& agent, Json const&) {
    if (!has_rich_inputs(agent)) return;
    for (Json& message : messages) {
      Json& parts = message["content"];
      if (!std::all_of(parts.begin(), parts.end(), is_text)) change(parts);
    }
  });
}

/// Puts values in the place of text that looks like a placeholder of one of the inputs.
Rule replaced_lookalikes(std::function<void(Json& part, std::string const& name, Json const& value)> change) {
  return changed_prepared([change = std::move(change)](Json& messages, Json const& agent, Json const& inputs) {
    for (Json const& property : member(agent, "inputs")) {
      std::string const name = property.value("name", "");
      RE2 const lookalike("__PROMPTY_THREAD_[0-9a-f]+_" + name + "__");
      for (Json& message : messages) {
        for (Json& part : message["content"]) {
          bool const is_lookalike =
              is_rich(property) && is_text(part) && RE2::PartialMatch(part["value"].get<std::string>(), lookalike);
          if (is_lookalike) change(part, name, member(inputs, name));
        }
      }
    }
  });
}

void remove_lookalike(Json& part, std::string const& name, Json const&) {
  std::string text = part["value"].get<std::string>();
  RE2::GlobalReplace(&text, "__PROMPTY_THREAD_[0-9a-f]+_" + name + "__", "");
  part["value"] = text;
}

std::vector<Mutant> place_mutants() {
  return {
      {"media-come-last", "P6.3-07", "A part comes behind the text of its message.",
       changed_media([](Mention const& mention) {
         return mention.before + mention.after + (is_blank(mention.after) ? "" : "\n" + mention.text + "\n");
       })},
      {"media-come-first", "P6.3-07", "A part comes before the text of its message.",
       changed_mixed_parts([](Json& parts) {
         std::stable_partition(parts.begin(), parts.end(), [](Json const& part) { return !is_text(part); });
       })},
      {"media-dropped", "P6.3-07", "Images, files and audio are dropped.", changed_mixed_parts([](Json& parts) {
         Json texts = Json::array();
         for (Json const& part : parts) {
           if (is_text(part)) texts.push_back(part);
         }
         parts = texts;
       })},
      {"media-become-text", "P6.3-07", "The value of an image, a file or an audio becomes text.",
       changed_media_parts([](Json& part) {
         part = Json{{"kind", "text"}, {"value", part["value"]}};
       })},
      {"text-beside-media-keeps-blank-lines", "P6.3-07",
       "Text beside a part keeps its blank lines, and blank text stays.", changed_media([](Mention const& mention) {
         return mention.before + hidden_mark() + mention.text + hidden_mark() + mention.after;
       })},
      {"text-beside-media-trimmed", "P6.3-07", "Text beside a part loses the blanks at its ends.",
       changed_mixed_parts([](Json& parts) {
         for (Json& part : parts) {
           if (is_text(part)) part["value"] = without_outer_blanks(part["value"].get<std::string>());
         }
       })},
      {"media-attached-anyway", "P6.3-07",
       "Images, files and audio that nobody mentions are attached to the last message.",
       changed_prepared([](Json& messages, Json const& agent, Json const& inputs) {
         for (Json const& part : parts_of_media(agent, inputs)) {
           if (!messages.empty()) messages.back()["content"].push_back(part);
         }
       })},
  };
}

std::vector<Mutant> value_mutants() {
  return {
      {"data-addresses-opened", "P6.3-08", "Of a data address only the data become the value.",
       changed_media_parts([](Json& part) {
         std::string const value = part["value"].get<std::string>();
         if (value.rfind("data:", 0) == 0) part["value"] = value.substr(value.find(',') + 1);
       })},
      {"data-get-addresses", "P6.3-08", "Data without an address get one.", changed_media_parts([](Json& part) {
         std::string const value = part["value"].get<std::string>();
         if (value.find(':') == std::string::npos) part["value"] = "data:;base64," + value;
       })},
      {"media-types-dropped", "P6.3-08", "A part that was given as one loses its media type.",
       changed_media_parts([](Json& part) { part.erase("mediaType"); })},
      {"details-dropped", "P6.3-08", "An image that was given as a part loses its detail.",
       changed_media_parts([](Json& part) { part.erase("detail"); })},
      {"lookalikes-removed", "P6.3-09", "Text that looks like a placeholder is removed.",
       replaced_lookalikes(remove_lookalike)},
      {"lookalikes-replaced", "P6.3-09", "Text that looks like a placeholder becomes the value of the input.",
       replaced_lookalikes([](Json& part, std::string const&, Json const& value) {
         part["value"] = value.is_string() ? value : Json(value.dump());
       })},
      {"numbers-for-media-are-text", "P6.3-10", "A number for an image becomes its value.",
       changed_rich_values(is_media,
                           [](Json& value) {
                             if (value.is_number()) value = value.dump();
                           })},
      {"wrong-shapes-of-another-kind", "P6.3-10", "A value of another shape raises an error of another kind.",
       changed_reply({"prepare"},
                     [](Reply reply, std::string const&, Json const& params, AskReference const&) {
                       bool const is_refused =
                           reply.status == Reply::Status::error && has_rich_inputs(member(params, "agent"));
                       return is_refused ? raised("TypeError") : reply;
                     })},
      {"strings-for-media-refused", "P6.3-10", "A string is no value of an image, a file or an audio.",
       refused_asking({"prepare"}, "ValueError",
                      [](Json const& params) {
                        return has_value(params, is_media, [](Json const& value) { return value.is_string(); });
                      })},
  };
}

}  // namespace
}  // namespace conformance::mutants::parsing_parts

namespace conformance::mutants {

std::vector<Mutant> parsing_part_mutants() {
  std::vector<Mutant> mutants = parsing_parts::place_mutants();
  std::vector<Mutant> const about_values = parsing_parts::value_mutants();
  mutants.insert(mutants.end(), about_values.begin(), about_values.end());
  return mutants;
}

}  // namespace conformance::mutants
