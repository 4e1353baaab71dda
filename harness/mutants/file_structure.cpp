#include <algorithm>
#include <sstream>
#include <utility>

#include "harness/mutants/section_mutants.hpp"
#include "harness/mutants/split_rules.hpp"

namespace conformance::mutants::file_structure {
namespace {

bool is_loaded(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

Json instructions_of(Reply const& reply) {
  return member(reply.value, "instructions");
}

Reply with_instructions(Reply reply, Json instructions) {
  if (is_loaded(reply)) reply.value["instructions"] = std::move(instructions);
  return reply;
}

Reply without_properties(LoadText const& load_text, Json instructions) {
  return with_instructions(load_text("."), std::move(instructions));
}

/// Changes the agent of every file with both halves that loads.
Rule changed_marked(std::function<Reply(Reply reply, std::string const& text, LoadText const& load_text)> change) {
  return changed_load([change = std::move(change)](Reply reply, FileAnatomy const& file, std::string const& text,
                                                   LoadText const& load_text) {
    return has_both_halves(file) && is_loaded(reply) ? change(std::move(reply), text, load_text) : reply;
  });
}

/// Changes the agent of every file without markers.
Rule changed_unmarked(std::function<Reply(Reply reply, std::string const& text, LoadText const& load_text)> change) {
  return changed_load([change = std::move(change)](Reply reply, FileAnatomy const& file, std::string const& text,
                                                   LoadText const& load_text) {
    return is_unmarked(file) && is_loaded(reply) ? change(std::move(reply), text, load_text) : reply;
  });
}

/// Answers anew for every file with both halves whose frontmatter is refused.
Rule changed_invalid(std::function<Reply(FileAnatomy const& file, std::string const& text, LoadText const&)> change) {
  return changed_load([change = std::move(change)](Reply reply, FileAnatomy const& file, std::string const& text,
                                                   LoadText const& load_text) {
    bool const invalid = has_both_halves(file) && member(reply.value, "kind") == "ValueError" && !is_loaded(reply);
    return invalid ? change(file, text, load_text) : reply;
  });
}

/// Splits otherwise for files that open with that delimiter.
Rule changed_opener(std::string delimiter, std::function<Split(std::string const& text)> change) {
  return changed_split([delimiter = std::move(delimiter), change = std::move(change)](
                           Split split, FileAnatomy const& file, std::string const& text) {
    return file.opener == delimiter ? change(text) : split;
  });
}

Rule unknown_closer(std::string delimiter) {
  return changed_split([delimiter = std::move(delimiter)](Split split, FileAnatomy const& file, std::string const&) {
    return file.closer == delimiter ? refused("ValueError") : split;
  });
}

Reply loaded_as_toml(Reply reply, FileAnatomy const& file, std::string const&, LoadText const& load_text) {
  if (file.opener != "+++" || !has_both_halves(file)) return reply;
  Reply agent = without_properties(load_text, file.body);
  std::istringstream lines(file.inside);
  for (std::string line; std::getline(lines, line);) {
    std::string const assignment = without_outer_blanks(line);
    if (assignment.empty()) continue;
    std::size_t const equals = assignment.find('=');
    if (equals == std::string::npos) return raised("ValueError");
    std::string const value = without_outer_blanks(assignment.substr(equals + 1));
    if (value.size() < 2 || value.front() != '"' || value.back() != '"') return raised("ValueError");
    agent.value[without_outer_blanks(assignment.substr(0, equals))] = value.substr(1, value.size() - 2);
  }
  return agent;
}

std::string rendered_without_values(std::string const& text) {
  std::string result;
  std::size_t position = 0;
  for (std::size_t open = text.find("{{"); open != std::string::npos; open = text.find("{{", position)) {
    std::size_t const close = text.find("}}", open);
    if (close == std::string::npos) break;
    result += text.substr(position, open - position);
    position = close + 2;
  }
  return result + text.substr(position);
}

Reply with_system_message(Reply reply, std::string const&, LoadText const&) {
  Json const text_part = {{"kind", "text"}, {"value", instructions_of(reply)}};
  Json const message = {{"role", "system"}, {"content", Json::array({text_part})}};
  return with_instructions(std::move(reply), Json::array({message}));
}

Reply with_body_under(std::string const& name, Reply reply) {
  reply.value[name] = instructions_of(reply);
  reply.value.erase("instructions");
  return reply;
}

bool is_pair(std::string const& line) {
  std::size_t const name_end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return name_end != std::string::npos && name_end > 0 && line.compare(name_end, 2, ": ") == 0;
}

// The lines at the top that look like "key: value", if there are any.
std::string leading_pairs(std::string const& text) {
  std::string pairs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && is_pair(line);) pairs += line + "\n";
  return pairs;
}

Reply with_leading_pairs(Reply reply, std::string const& text, LoadText const& load_text) {
  std::string const pairs = leading_pairs(text);
  if (pairs.empty() || find_delimiter(pairs, 0) != std::string::npos) return reply;
  return with_instructions(load_text("---\n" + pairs + "---\n."), text);
}

Reply with_property(std::string const& name, Json value, Reply reply) {
  reply.value[name] = std::move(value);
  return reply;
}

std::string first_line(std::string const& text) {
  return text.substr(0, text.find('\n'));
}

std::vector<Mutant> half_mutants() {
  return {
      {"frontmatter-left-in-instructions", "P2.1-01", "The prompt still holds the frontmatter that was parsed.",
       changed_marked([](Reply reply, std::string const& text, LoadText const&) {
         return with_instructions(std::move(reply), text);
       })},
      {"properties-half-lost", "P2.1-01", "The frontmatter is cut off and never read.",
       changed_marked([](Reply reply, std::string const&, LoadText const& load_text) {
         return without_properties(load_text, instructions_of(reply));
       })},
      {"prompt-half-lost", "P2.1-01", "The properties are read and the prompt is dropped.",
       changed_marked(
           [](Reply reply, std::string const&, LoadText const&) { return with_instructions(std::move(reply), ""); })},
      {"properties-half-compulsory", "P2.1-01", "A file without frontmatter does not load.",
       changed_unmarked([](Reply, std::string const&, LoadText const&) { return raised("ValueError"); })},
      {"hyphens-open-nothing", "P2.1-02", "A file that opens with three hyphens is all body.",
       changed_opener("---", all_body)},
      {"hyphens-refused", "P2.1-02", "A file that opens with three hyphens is malformed.",
       changed_opener("---", [](std::string const&) { return refused("ValueError"); })},
      {"hyphens-close-nothing", "P2.1-02", "Three hyphens do not end the frontmatter.", unknown_closer("---")},
      {"pluses-open-nothing", "P2.1-03", "A file that opens with three pluses is all body.",
       changed_opener("+++", all_body)},
      {"pluses-refused", "P2.1-03", "A file that opens with three pluses is malformed.",
       changed_opener("+++", [](std::string const&) { return refused("ValueError"); })},
      {"pluses-close-nothing", "P2.1-03", "Three pluses do not end the frontmatter.", unknown_closer("+++")},
      {"pluses-delimit-again", "P2.1-03", "Three pluses in the body begin the body anew.",
       changed_split([](Split split, FileAnatomy const& file, std::string const&) {
         std::size_t const found = has_both_halves(file) ? file.body.rfind("+++") : std::string::npos;
         if (found != std::string::npos) split.body = without_leading_blanks(file.body.substr(found + 3));
         return split;
       })},
      {"pluses-mean-toml", "P2.1-04", "Frontmatter between pluses is read as TOML.", changed_load(loaded_as_toml)},
      {"pluses-mean-comment", "P2.1-04", "Frontmatter between pluses is skipped unread.",
       changed_load([](Reply reply, FileAnatomy const& file, std::string const&, LoadText const& load_text) {
         if (file.opener != "+++" || !has_both_halves(file)) return reply;
         return without_properties(load_text, file.body);
       })},
      {"body-named-prompt", "P2.1-05", "The agent holds the body under another name than instructions.",
       changed_load([](Reply reply, FileAnatomy const&, std::string const&, LoadText const&) {
         return is_loaded(reply) ? with_body_under("prompt", std::move(reply)) : reply;
       })},
      {"body-rendered-at-load", "P2.1-05", "Template expressions are already gone when the file has been loaded.",
       changed_load([](Reply reply, FileAnatomy const& file, std::string const&, LoadText const&) {
         return with_instructions(std::move(reply), rendered_without_values(file.body));
       })},
      {"body-taken-for-a-replacement", "P2.1-05", "Two dollar signs of the body become one, as in a replacement.",
       changed_load([](Reply reply, FileAnatomy const& file, std::string const&, LoadText const&) {
         return with_instructions(std::move(reply), with_all_replaced(file.body, "$$", "$"));
       })},
      {"body-parsed-at-load", "P2.1-05", "The instructions are a list of messages instead of the body's text.",
       changed_marked(with_system_message)},
  };
}

std::vector<Mutant> marker_mutants() {
  return {
      {"unmarked-text-read-as-yaml", "P2.1-06", "A file without markers is taken for frontmatter.",
       split_where(is_unmarked,
                   [](Split const&, FileAnatomy const&, std::string const& text) {
                     return Split{.frontmatter = without_outer_blanks(text), .body = "", .error_kind = ""};
                   })},
      {"unmarked-text-refused", "P2.1-06", "A file without markers is malformed.", refused_where(is_unmarked)},
      {"unmarked-text-loses-first-line", "P2.1-06", "The first line of a file without markers is skipped.",
       split_where(is_unmarked,
                   [](Split const&, FileAnatomy const&, std::string const& text) {
                     return all_body(text.substr(std::min(text.size(), first_line(text).size() + 1)));
                   })},
      {"markers-never-looked-for", "P2.1-06", "A file with markers is all body too.", all_body_where(has_both_halves)},
      {"unmarked-pairs-lifted", "P2.1-07", "Pairs at the top of a file without markers become properties.",
       changed_unmarked(with_leading_pairs)},
      {"unmarked-file-gets-a-name", "P2.1-07", "An agent without frontmatter is given a name.",
       changed_unmarked([](Reply reply, std::string const&, LoadText const&) {
         return with_property("name", "mutated", std::move(reply));
       })},
      {"unmarked-file-gets-a-model", "P2.1-07", "An agent without frontmatter is given a model.",
       changed_unmarked([](Reply reply, std::string const&, LoadText const&) {
         return with_property("model", {{"id", "mutated"}, {"apiType", "chat"}}, std::move(reply));
       })},
      {"unmarked-file-described-by-first-line", "P2.1-07", "The first line without markers is taken for a description.",
       changed_unmarked([](Reply reply, std::string const& text, LoadText const&) {
         return with_property("description", first_line(text), std::move(reply));
       })},
      {"marked-file-without-properties", "P2.1-07", "Properties stay unset although there are markers.",
       changed_marked([](Reply reply, std::string const&, LoadText const& load_text) {
         return without_properties(load_text, instructions_of(reply));
       })},
      {"invalid-yaml-swallowed", "P2.1-08", "Frontmatter that is not YAML counts as empty.",
       changed_invalid([](FileAnatomy const& file, std::string const&, LoadText const& load_text) {
         return without_properties(load_text, file.body);
       })},
      {"invalid-yaml-becomes-body", "P2.1-08", "A file whose frontmatter is not YAML is all body.",
       changed_invalid([](FileAnatomy const&, std::string const& text, LoadText const& load_text) {
         return without_properties(load_text, text);
       })},
      {"invalid-yaml-is-runtime-error", "P2.1-08", "Frontmatter that is not YAML raises an error of the wrong kind.",
       changed_invalid([](FileAnatomy const&, std::string const&, LoadText const&) { return raised("RuntimeError"); })},
      {"all-yaml-invalid", "P2.1-08", "Frontmatter that is YAML is refused too.",
       changed_marked([](Reply, std::string const&, LoadText const&) { return raised("ValueError"); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::file_structure

namespace conformance::mutants {

std::vector<Mutant> file_structure_mutants() {
  std::vector<Mutant> mutants = file_structure::half_mutants();
  std::vector<Mutant> const about_markers = file_structure::marker_mutants();
  mutants.insert(mutants.end(), about_markers.begin(), about_markers.end());
  return mutants;
}

}  // namespace conformance::mutants
