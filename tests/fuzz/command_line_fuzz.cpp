#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/errors.hpp"
#include "cli/output_text.hpp"
#include "cli/tool_choices.hpp"
#include "cli/turn.hpp"
#include "fuzz/support/bundle.hpp"
#include "fuzz/support/demand.hpp"
#include "fuzz/support/json_mutator.hpp"
#include "prompty/conversation/messages.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/prompty.hpp"
#include "prompty/transport/url.hpp"
#include "support/temporary_folder.hpp"

namespace {

using namespace prompty;
using prompty_fuzz::demand;
using prompty_fuzz::Part;

constexpr std::string_view secret = "fuzzed-key-0123456789";

constexpr char const* prompt_file = R"(---
name: fuzzed
model:
  id: gpt-4o
  provider: openai
  connection: {kind: key, endpoint: "http://127.0.0.1:9/v1", apiKey: "${env:FUZZED_KEY:none}"}
inputs:
  - {name: name, kind: string, default: Jane}
  - {name: count, kind: integer, required: false}
  - {name: photo, kind: image, required: false}
  - {name: voice, kind: audio, required: false}
  - {name: past, kind: thread, required: false}
tools:
  - {name: get_weather, kind: function, parameters: [{name: city, kind: string, required: true}]}
---
system:
You are {{name}}{% if count %} of {{ count }}{% endif %}.
user:
{{photo}}{{voice}}Hello
{{past}}
)";

// It can be run, since no request is built for a provider that is not registered.
constexpr char const* unserved_file =
    "---\nmodel: {id: m, provider: unserved, connection: {kind: anonymous, endpoint: \"http://127.0.0.1:9\"}}\n"
    "---\nuser:\nHello\n";

constexpr char const* broken_file = "---\nname: [1\n---\nsystem:\n{{ name \n";

/// The folder of all files that the arguments can name, by "FOLDER/".
class Files {
 public:
  Files() {
    write("prompt.prompty", prompt_file);
    write("unserved.prompty", unserved_file);
    write("broken.prompty", broken_file);
    write("rendered.txt", "system:\nA\nuser:\nB ![x](y)\n");
    write("picture.png", "\x89PNG\r\n");
  }

  void write(std::string const& name, std::string const& text) const { static_cast<void>(folder_.write(name, text)); }

  [[nodiscard]] std::string path(std::string const& name) const { return folder_.path() + "/" + name; }

  [[nodiscard]] std::string read(std::string const& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  /// An argument with its placeholder filled; nothing when it could name another file.
  [[nodiscard]] std::optional<std::string> filled(std::string argument) const {
    constexpr std::string_view placeholder = "FOLDER/";
    bool const names_other = argument.find('\0') != std::string::npos || argument.find("..") != std::string::npos;
    std::size_t const at = argument.find(placeholder);
    std::string const rest = at == std::string::npos ? argument : argument.substr(at + placeholder.size());
    bool const is_address = argument.find("://") != std::string::npos;
    if (names_other || (rest.find('/') != std::string::npos && !is_address)) return std::nullopt;
    if (at != std::string::npos) argument.replace(at, placeholder.size(), path(""));
    return argument;
  }

 private:
  prompty_tests::TemporaryFolder folder_;
};

Files const& files() {
  static Files const all;
  return all;
}

std::vector<std::string> lines_of(std::string const& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The arguments of a command that reaches no provider and starts no program; nothing for any other.
std::optional<std::vector<std::string>> harmless_arguments(std::string const& text) {
  std::vector<std::string> arguments;
  for (std::string const& line : lines_of(text)) {
    std::optional<std::string> const argument = files().filled(line);
    bool const is_harmful = !argument || line.starts_with("--trace") || line.starts_with("--dry-run");
    if (is_harmful) return std::nullopt;
    arguments.push_back(*argument);
  }
  constexpr std::string_view others[] = {"check", "load", "render", "parse", "prepare", "--help", "--version"};
  if (arguments.empty()) return std::nullopt;
  if (arguments.front() == "run") {
    bool const is_served = arguments.size() < 2 || arguments[1] != files().path("unserved.prompty");
    if (!is_served) return arguments;
    arguments.insert(arguments.begin() + 1, "--dry-run");
    return arguments;
  }
  bool const is_other = std::find(std::begin(others), std::end(others), arguments.front()) != std::end(others);
  return is_other ? std::optional(arguments) : std::nullopt;
}

/// A key that the command line gives once is shown nowhere.
bool gives_key(std::vector<std::string> const& arguments) {
  std::ptrdiff_t const times = std::count_if(arguments.begin(), arguments.end(), [](std::string const& argument) {
    return argument.find(secret) != std::string::npos;
  });
  auto const option = std::find(arguments.begin(), arguments.end(), "--api-key");
  return times == 1 && option != arguments.end() && option + 1 != arguments.end() && *(option + 1) == secret;
}

void check_command(std::string const& text) {
  std::optional<std::vector<std::string>> const arguments = harmless_arguments(text);
  if (!arguments) return;
  std::ostringstream out;
  std::ostringstream err;
  int const code = cli::run_command_line(*arguments, out, err);
  demand(code >= 0 && code <= 2);
  // A key may be part of any line.
  bool const is_masked = err.str().find("[REDACTED]") != std::string::npos;
  demand(code != 2 || is_masked || err.str().starts_with("prompty: "));
  if (!gives_key(*arguments)) return;
  demand(out.str().find(secret) == std::string::npos && err.str().find(secret) == std::string::npos);
}

/// What --tool and --mcp say, a line each.
void check_tools(std::string const& text) {
  static PromptyAgent const declared = load(files().path("prompt.prompty"));
  static std::unique_ptr<Runtime> const runtime = make_runtime();
  for (std::string const& line : lines_of(text)) {
    try {
      demand(cli::unhandled_tools(declared, cli::chosen_handlers(declared, {.commands = {line}}, {})).empty());
    } catch (cli::UsageError const& error) {
      demand(!error.message.empty());
    }
    try {
      PromptyAgent agent = declared;
      cli::add_chosen_servers(agent, *runtime, {.servers = {line}});
      runtime->connections->mcp_servers.remove(line.substr(0, line.find('=')));
    } catch (cli::UsageError const& error) {
      demand(!error.message.empty());
    }
  }
}

/// Words that are quoted are the same words.
void check_words(std::string const& text) {
  std::optional<std::vector<std::string>> const words = cli::shell_words(text);
  if (!words) return;
  std::string quoted;
  for (std::string const& word : *words) {
    quoted += " '";
    for (char const letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    quoted += "'";
  }
  demand(cli::shell_words(quoted) == words);
}

/// A conversation that can be read is the same once it was written.
void check_conversation(std::string const& text) {
  files().write("saved.json", text);
  try {
    std::vector<Message> const messages = cli::saved_conversation(files().path("saved.json"));
    Json const written = message_codec::write(messages);
    demand(message_codec::write(message_codec::read(written, "again")) == written);
    static_cast<void>(cli::history_of(messages));
  } catch (Error const&) {
    return;
  }
}

void check_stored(std::string const& text) {
  namespace codec = conversation::stored_message_codec;
  std::optional<Json> const messages = json_text::parse(text);
  if (!messages) return;
  try {
    std::vector<conversation::StoredMessage> const stored = codec::read(*messages, "fuzzed");
    Json const written = codec::write(stored);
    demand(codec::write(codec::read(written, "again")) == written);
    Json const sent = conversation::chat_messages(conversation::request_messages(stored));
    demand(sent.size() == stored.size());
    for (std::size_t place = 0; place < sent.size(); ++place) {
      bool const has_reasoning = sent[place].contains("reasoning_content") || sent[place].contains("reasoning_details");
      demand(sent[place]["role"] == written[place]["role"]);
      demand(!has_reasoning || sent[place].contains("tool_calls"));
    }
  } catch (Error const&) {
    return;
  }
}

void check_image(std::string const& text) {
  try {
    std::string const bytes = cli::bytes_of_image(text);
    demand(cli::bytes_of_image(base64(bytes)) == bytes);
    std::ostringstream out;
    cli::write_outcome(std::vector{Image{text}, Image{"https://127.0.0.1/picture"}}, files().path("answer"),
                       cli::Printing::plain, out);
    demand(files().read("answer") == bytes && out.str() == "https://127.0.0.1/picture\n");
  } catch (ValueError const&) {
    return;
  }
}

/// As JSON an answer is one line, and a file has what is printed.
void check_outcome(Outcome const& outcome) {
  for (cli::Printing const printing : {cli::Printing::plain, cli::Printing::json_lines}) {
    std::ostringstream out;
    cli::print_outcome(outcome, printing, out);
    demand(printing == cli::Printing::plain || std::optional(outcome_to_json(outcome)) == json_text::parse(out.str()));
    std::ostringstream besides;
    cli::write_outcome(outcome, files().path("answer"), printing, besides);
    demand(files().read("answer") == out.str() && besides.str().empty());
  }
}

void check_outcomes(std::string const& text) {
  if (utf8::first_invalid_byte(text)) return;
  ToolCall const call{.id = "call_1", .name = text, .arguments = text};
  for (Outcome const& outcome : {Outcome(Text{text}), Outcome(StructuredValue{.value = {text}}),
                                 Outcome(std::vector{call}), Outcome(std::vector{Embedding{{0.5}}, Embedding{{1, 2}}})})
    check_outcome(outcome);
  for (cli::Printing const printing : {cli::Printing::plain, cli::Printing::json_lines}) {
    std::vector<StreamItem> items = {call};
    if (!text.empty()) items.insert(items.begin(), {text, text});
    ItemStream stream([&items, next = std::size_t{0}]() mutable {
      return next == items.size() ? std::nullopt : std::optional(items[next++]);
    });
    std::ostringstream out;
    cli::print_stream(stream, printing, out);
    demand(printing == cli::Printing::json_lines || out.str().starts_with(text + text));
  }
}

bool steers(std::string const& text, std::string_view admitted) {
  return std::any_of(text.begin(), text.end(), [&](char character) {
    bool const is_control = static_cast<unsigned char>(character) < 0x20 || character == 0x7F;
    return is_control && admitted.find(character) == std::string_view::npos;
  });
}

/// Text as a terminal shows it, at once and in two pieces.
void check_text(std::string const& text) {
  demand(!steers(cli::printable(text), "") && !steers(cli::printable_lines(text), "\n\t"));
  static_cast<void>(cli::display_width(cli::printable(text)));
  static_cast<void>(cli::with_named_values_masked(cli::printable(text)));
  cli::PrintablePieces pieces;
  std::string const beginning = pieces.next(std::string_view(text).substr(0, text.size() / 2));
  std::string whole = cli::printable_lines(text);
  // The first byte of a character waits for the second.
  if (text.ends_with('\xC2')) whole.pop_back();
  demand(beginning + pieces.next(std::string_view(text).substr(text.size() / 2)) == whole);
}

/// What the arguments of an input may name, without what an earlier input wrote.
void reset_files(std::vector<Part> const& parts) {
  bool const are_named =
      std::any_of(parts.begin(), parts.end(), [](Part const& part) { return part.name == "arguments"; });
  if (!are_named) return;
  for (char const* const name : {"variables.env", "values.json", "values.yaml"}) files().write(name, "");
}

void check_part(Part const& part) {
  if (part.name == "arguments") return check_command(part.text);
  if (part.name == "tools") return check_tools(part.text);
  if (part.name == "words") return check_words(part.text);
  if (part.name == "conversation") return check_conversation(part.text);
  if (part.name == "stored") return check_stored(part.text);
  if (part.name == "image") return check_image(part.text);
  if (part.name == "text") {
    check_outcomes(part.text);
    return check_text(part.text);
  }
  if (part.name == "env") files().write("variables.env", part.text);
  if (part.name == "json") files().write("values.json", part.text);
  if (part.name == "yaml") files().write("values.yaml", part.text);
}

}  // namespace

std::string_view prompty_fuzz::words() {
  return "prompt messages role content kind value text image audio file mediaType metadata system user assistant tool "
         "tool_calls tool_call_id id function name arguments reasoning reasoning_details finishReason isError toolName "
         "type count photo voice past data:image/png;base64,AAAA";
}

// What people and files give the command `prompty`, behind lines "%% arguments" (one a line, of commands that reach
// no server), "%% env", "%% json" and "%% yaml" (files that arguments name), "%% tools", "%% words", "%% conversation",
// "%% stored", "%% image" and "%% text"; without such lines the input is each of the last six. A command ends with a
// known code and shows no key; whatever else is read is refused with an error of the library, or is the same once it
// was written. Answers of the text are printed and written.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const input(data, data + size);
  std::vector<Part> parts = prompty_fuzz::parts_of(input);
  if (parts.empty()) {
    for (char const* const name : {"tools", "words", "conversation", "stored", "image", "text"})
      parts.push_back({.name = name, .text = input});
  }
  reset_files(parts);
  for (Part const& part : parts) check_part(part);
  return 0;
}
