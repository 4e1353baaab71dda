#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "harness/files/text_file.hpp"
#include "harness/mutants/field_rules.hpp"
#include "harness/mutants/frontmatter.hpp"
#include "harness/mutants/section_mutants.hpp"

namespace conformance::mutants::loading {
namespace {

bool is_loaded(Reply const& reply) {
  return reply.status == Reply::Status::result;
}

Reply raised_saying(std::string const& kind, std::string const& message) {
  Reply reply = raised(kind);
  reply.value["message"] = message;
  return reply;
}

/// Changes what `load` answers for a path at which there is no file.
Rule changed_missing_file(std::function<Reply(Reply reply)> change) {
  return [change = std::move(change)](std::string const& operation, Json const& params, AskReference const& reference) {
    Reply reply = reference(operation, params);
    if (operation != "load") return reply;
    bool const there = std::filesystem::exists(member(params, "path").get<std::string>());
    return there ? reply : change(std::move(reply));
  };
}

/// Refuses every file that is there, with a message.
Rule refused_always(std::string const& kind, std::string const& message) {
  return changed_load_reply([kind, message](Reply reply, LoadRequest const&, LoadText const&) {
    return is_loaded(reply) ? raised_saying(kind, message) : reply;
  });
}

bool begins(Reply const& reply, std::string const& beginning) {
  return !is_loaded(reply) && member(reply.value, "message").is_string() &&
         reply.value["message"].get<std::string>().starts_with(beginning);
}

/// Errors whose message begins so have another message.
Rule reworded(std::string beginning, std::string message) {
  return changed_load([beginning = std::move(beginning), message = std::move(message)](
                          Reply reply, FileAnatomy const&, std::string const&, LoadText const&) {
    if (begins(reply, beginning)) reply.value["message"] = message;
    return reply;
  });
}

/// Changes the strings of an agent, keys aside, but for its kind and its template.
Rule changed_texts(std::function<std::string(std::string const& text)> change) {
  return changed_agent([change = std::move(change)](Json& agent, Json const&) {
    for (auto const& [name, value] : agent.items()) {
      if (name != "kind" && name != "template") replace_strings(value, change);
    }
  });
}

std::string as_if_latin(std::string const& text) {
  std::string read;
  for (char const letter : text) {
    unsigned char const byte = static_cast<unsigned char>(letter);
    if (byte < 0x80) {
      read += letter;
    } else {
      read += static_cast<char>(0xC0U | (byte >> 6U));
      read += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return read;
}

std::string without_long_letters(std::string const& text) {
  std::string read;
  for (std::size_t index = 0; index < text.size(); ++index) {
    bool const four_bytes = (static_cast<unsigned char>(text[index]) & 0xF8U) == 0xF0U;
    if (four_bytes) index += 3;
    read += four_bytes ? '?' : text[index];
  }
  return read;
}

std::string joined_letters(std::string const& text) {
  // Combining acute accent behind an e.
  return with_all_replaced(text, "e\xCC\x81", "\xC3\xA9");
}

/// What the frontmatter of a file is, when it is YAML but no mapping.
Rule changed_no_mapping(std::function<Reply(FileAnatomy const& file, LoadText const& load_text)> change) {
  return changed_load([change = std::move(change)](Reply reply, FileAnatomy const& file, std::string const& text,
                                                   LoadText const& load_text) {
    bool const no_mapping = !file.closer.empty() && !frontmatter_of(text) &&
                            member(reply.value, "kind") == "ValueError" && !begins(reply, "Invalid frontmatter YAML: ");
    return no_mapping ? change(file, load_text) : reply;
  });
}

std::vector<Mutant> file_mutants() {
  return {
      {"missing-file-is-value-error", "P4.1-01", "A missing file is an error of another kind.",
       changed_missing_file([](Reply reply) {
         reply.value["kind"] = "ValueError";
         return reply;
       })},
      {"missing-prompt-is-empty", "P4.1-01", "A missing file is loaded as an empty one.",
       changed_missing_file([](Reply) {
         return answered({{"kind", "prompt"}, {"instructions", ""}});
       })},
      {"present-file-is-missing", "P4.1-01", "A file that is there is not found.",
       refused_always("FileNotFoundError", "Prompty file not found: there")},
      {"missing-file-without-path", "P4.1-02", "The message about a missing file does not begin as it should.",
       changed_missing_file([](Reply reply) {
         reply.value["message"] = "No such file or directory";
         return reply;
       })},
      {"message-about-every-file", "P4.1-02", "The message about a missing file comes for every file.",
       refused_always("FileNotFoundError", "Prompty file not found: anything")},
      {"read-as-latin", "P4.1-03", "The file is read as one byte a letter.", changed_texts(as_if_latin)},
      {"long-letters-lost", "P4.1-03", "Letters beyond the basic plane become question marks.",
       changed_texts(without_long_letters)},
      {"letters-joined", "P4.1-03", "Letters and their accents are joined while reading.",
       changed_texts(joined_letters)},
      {"byte-order-mark-kept", "P4.1-03", "A byte order mark in front of the file ends up in the instructions.",
       changed_loaded([](Json& agent, LoadRequest const& request) {
         std::string const mark = "\xEF\xBB\xBF";
         if (request.text.starts_with(mark)) agent["instructions"] = mark + agent["instructions"].get<std::string>();
       })},
      {"no-mapping-accepted", "P4.1-04", "Frontmatter that is no mapping counts as empty.",
       changed_no_mapping([](FileAnatomy const& file, LoadText const& load_text) {
         Reply reply = load_text(".");
         if (is_loaded(reply)) reply.value["instructions"] = file.body;
         return reply;
       })},
      {"no-mapping-is-runtime-error", "P4.1-04", "Frontmatter that is no mapping is an error of another kind.",
       changed_no_mapping([](FileAnatomy const&, LoadText const&) { return raised("RuntimeError"); })},
      {"comments-are-no-mapping", "P4.1-04", "Frontmatter without entries is refused.",
       changed_load_reply([](Reply reply, LoadRequest const& request, LoadText const&) {
         bool const marked = !anatomy_of(request.text).closer.empty();
         return marked && request.frontmatter.empty() ? raised("ValueError") : reply;
       })},
      {"mapping-refused", "P4.1-04", "Frontmatter with entries is refused.",
       refused_frontmatter("ValueError", [](Json const& frontmatter) { return !frontmatter.empty(); })},
      {"broken-yaml-reworded", "P4.1-05", "The message about broken YAML does not say that it is about YAML.",
       reworded("Invalid frontmatter YAML: ", "The file cannot be read")},
      {"message-about-sound-yaml", "P4.1-05", "The message about broken YAML comes for sound YAML.",
       changed_load_reply([](Reply reply, LoadRequest const& request, LoadText const&) {
         bool const sound = is_loaded(reply) && !request.frontmatter.empty();
         return sound ? raised_saying("ValueError", "Invalid frontmatter YAML: all of it") : reply;
       })},
  };
}

std::vector<Mutant> step_mutants() {
  return {
      {"kind-of-the-file", "P4.1-07", "A key called kind decides the kind of the agent.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (frontmatter.contains("kind")) agent["kind"] = frontmatter["kind"];
       })},
      {"kind-lost", "P4.1-07", "An agent has no kind unless the file says one.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (!frontmatter.contains("kind")) agent["kind"] = "agent";
       })},
      {"instructions-of-the-key", "P4.1-08", "A key called instructions takes the place of the body.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (frontmatter.contains("instructions")) agent["instructions"] = frontmatter["instructions"];
       })},
      {"instructions-without-key-lost", "P4.1-08", "Instructions come from a key of that name only.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (!frontmatter.contains("instructions")) agent["instructions"] = "";
       })},
      {"short-model-unresolved", "P4.1-06", "A reference in place of a model stays unresolved.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (member(frontmatter, "model").is_string()) agent["model"]["id"] = frontmatter["model"];
       })},
      {"short-template-unresolved", "P4.1-06", "A reference in place of a template stays unresolved.",
       changed_agent([](Json& agent, Json const& frontmatter) {
         if (member(frontmatter, "template").is_string()) agent["template"]["format"]["kind"] = frontmatter["template"];
       })},
      {"short-inputs-unresolved", "P4.1-06", "A reference in place of an input stays unresolved.",
       changed_properties({"inputs"},
                          [](Json& property, Json const& source) {
                            if (!source.is_string() || !property.contains("default")) return;
                            property["kind"] = "string";
                            property["default"] = source;
                          })},
      {"variables-typed-by-looks", "P4.1-06", "A variable that looks like a number gives an input of numbers.",
       changed_properties({"inputs"},
                          [](Json& property, Json const& source) {
                            bool const from_reference =
                                source.is_string() && source.get<std::string>().starts_with("${");
                            if (!from_reference || !as_number(member(property, "default")).is_number()) return;
                            property["default"] = as_number(property["default"]);
                            property["kind"] = "integer";
                          })},
  };
}

/// The variables that a file named .env beside the prompt sets.
Json variables_beside(LoadRequest const& request) {
  Json variables = Json::object();
  std::filesystem::path const file = request.path().parent_path() / ".env";
  if (!std::filesystem::is_regular_file(file)) return variables;
  std::string const text = read_file(file);
  std::size_t const sign = text.find('=');
  if (sign != std::string::npos) variables[text.substr(0, sign)] = cut_at(text.substr(sign + 1), "\n");
  return variables;
}

/// The path of a whole-string file reference; nothing for any other string.
std::optional<std::filesystem::path> referenced_file(std::string const& text) {
  std::string const opening = "${file:";
  if (!text.starts_with(opening) || !text.ends_with("}")) return std::nullopt;
  return text.substr(opening.size(), text.size() - opening.size() - 1);
}

bool leads_out(std::filesystem::path const& path) {
  return path.is_absolute() || *path.lexically_normal().begin() == "..";
}

/// File references that lead out of the folder are read like any other.
Reply with_boundary_open(Reply reply, LoadRequest const& request, LoadText const& load_text) {
  if (is_loaded(reply)) return reply;
  Json opened = request.frontmatter;
  replace_strings(opened, [&](std::string const& text) {
    std::optional<std::filesystem::path> const file = referenced_file(text);
    if (!file || !leads_out(*file)) return text;
    std::filesystem::path const target = request.path().parent_path() / *file;
    return std::filesystem::is_regular_file(target) ? read_file(target) : text;
  });
  return opened == request.frontmatter ? reply : load_text(with_frontmatter(request.text, opened));
}

Rule refused_file_reference(std::function<bool(std::filesystem::path const& file)> predicate) {
  return refused_frontmatter("ValueError", [predicate = std::move(predicate)](Json const& frontmatter) {
    bool found = false;
    Json visited = frontmatter;
    replace_strings(visited, [&](std::string const& text) {
      std::optional<std::filesystem::path> const file = referenced_file(text);
      found = found || (file && predicate(*file));
      return text;
    });
    return found;
  });
}

/// Where a reference was resolved, raises the error that belongs to one that cannot be.
Rule refused_reference(std::string beginning, std::string kind, std::string message) {
  return changed_load_reply([beginning = std::move(beginning), kind = std::move(kind), message = std::move(message)](
                                Reply reply, LoadRequest const& request, LoadText const&) {
    bool const resolved = is_loaded(reply) && request.frontmatter.dump().find(beginning) != std::string::npos;
    return resolved ? raised_saying(kind, message) : reply;
  });
}

std::vector<Mutant> reference_mutants() {
  return {
      {"dotenv-read", "P4.1-09", "A file named .env beside the prompt fills in variables that are not set.",
       changed_load_params([](Json& params, LoadRequest const& request) {
         Json merged = variables_beside(request);
         merged.update(params.value("env", Json::object()));
         if (params.contains("env")) params["env"] = merged;
       })},
      {"dotenv-preferred", "P4.1-09", "A file named .env beside the prompt is stronger than the environment.",
       changed_load_params([](Json& params, LoadRequest const& request) {
         if (params.contains("env")) params["env"].update(variables_beside(request));
       })},
      {"unset-variable-reworded", "P4.1-10", "The message about an unset variable does not begin as it should.",
       reworded("Environment variable '", "Undefined variable in the file")},
      {"message-about-set-variables", "P4.1-10", "The message about an unset variable comes for a set one.",
       refused_reference("${env:", "ValueError", "Environment variable 'it' not set")},
      {"missing-reference-reworded", "P4.1-11", "The message about a missing reference does not begin as it should.",
       reworded("Referenced file not found: ", "No such file or directory")},
      {"message-about-present-references", "P4.1-11", "The message about a missing reference comes for a present one.",
       refused_reference("${file:", "FileNotFoundError", "Referenced file not found: it")},
      {"boundary-open", "P4.1-12", "A reference may lead out of the folder of the prompt.",
       changed_load_reply(with_boundary_open)},
      {"boundary-is-not-found", "P4.1-12", "A reference that leads out of the folder counts as missing.",
       changed_load_reply([](Reply reply, LoadRequest const& request, LoadText const& load_text) {
         Reply const opened = with_boundary_open(reply, request, load_text);
         return is_loaded(opened) && !is_loaded(reply) ? raised("FileNotFoundError") : reply;
       })},
      {"boundary-by-looks", "P4.1-12", "Every reference that goes up is refused, even if it stays inside.",
       refused_file_reference(
           [](std::filesystem::path const& file) { return std::find(file.begin(), file.end(), "..") != file.end(); })},
      {"files-always-outside", "P4.1-12", "A file beside the prompt counts as outside of its folder.",
       refused_file_reference([](std::filesystem::path const& file) { return !file.has_parent_path(); })},
  };
}

}  // namespace
}  // namespace conformance::mutants::loading

namespace conformance::mutants {

std::vector<Mutant> loading_mutants() {
  std::vector<Mutant> mutants = loading::file_mutants();
  for (std::vector<Mutant> const& more : {loading::step_mutants(), loading::reference_mutants()})
    mutants.insert(mutants.end(), more.begin(), more.end());
  return mutants;
}

}  // namespace conformance::mutants
