#include "cli/show_outcome.hpp"

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"

namespace prompty::cli {
namespace show_outcome {
namespace {

Json value_of(Outcome const& outcome) {
  return outcome_to_json(outcome)["value"];
}

void print_plainly(Outcome const& outcome, std::ostream& out) {
  match(
      outcome, [&](Text const& text) { print_lines(text.value, out); },
      [&](StructuredValue const& structured) { print_lines(json_text::dump_indented(structured.value), out); },
      [&](std::vector<ToolCall> const&) { print_lines(json_text::dump_indented(value_of(outcome)), out); },
      [&](Embedding const&) { print_lines(json_text::dump(value_of(outcome)), out); },
      [&](std::vector<Embedding> const& embeddings) {
        for (Embedding const& embedding : embeddings) print_plainly(embedding, out);
      },
      [&](Image const& image) { print_lines(image.value, out); },
      [&](std::vector<Image> const& images) {
        for (Image const& image : images) print_plainly(image, out);
      });
}

/// Pieces of text that make up lines, of which the last one may still be open.
class OpenLine {
 public:
  explicit OpenLine(std::ostream& out) : out_(out) {}

  void add(std::string const& piece) {
    out_ << piece << std::flush;
    is_open_ = piece.back() != '\n';
  }

  void end() {
    if (is_open_) out_ << '\n' << std::flush;
    is_open_ = false;
  }

 private:
  std::ostream& out_;
  bool is_open_ = false;
};

void print_pieces(ItemStream& items, std::ostream& out) {
  OpenLine line(out);
  std::vector<ToolCall> calls;
  try {
    for (StreamItem const& item : items) {
      match(
          item, [&](std::string const& piece) { line.add(piece); },
          [&](ToolCall const& call) { calls.push_back(call); });
    }
  } catch (...) {
    line.end();
    throw;
  }
  line.end();
  if (!calls.empty()) print_plainly(calls, out);
}

void print_json(ItemStream& items, std::ostream& out) {
  for (StreamItem const& item : items) out << json_text::dump(stream_item_to_json(item)) << '\n' << std::flush;
  print_outcome(whole_outcome(items), Printing::json_lines, out);
}

}  // namespace
}  // namespace show_outcome

void print_lines(std::string_view text, std::ostream& out) {
  out << text;
  if (text.empty() || text.back() != '\n') out << '\n';
}

void print_outcome(Outcome const& outcome, Printing printing, std::ostream& out) {
  if (printing == Printing::json_lines) return print_lines(json_text::dump(outcome_to_json(outcome)), out);
  show_outcome::print_plainly(outcome, out);
}

void print_stream(ItemStream& items, Printing printing, std::ostream& out) {
  if (printing == Printing::json_lines) return show_outcome::print_json(items, out);
  show_outcome::print_pieces(items, out);
}

}  // namespace prompty::cli
