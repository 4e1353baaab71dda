#include "cli/output_text.hpp"

#include <fmt/core.h>

#include <sstream>
#include <system_error>

#include "cli/errors.hpp"
#include "cli/files.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/match.hpp"

namespace prompty::cli {
namespace {

void print_plainly(Outcome const& outcome, std::ostream& out) {
  auto const value = [&] { return Json(outcome_to_json(outcome)["value"]); };
  match(
      outcome, [&](Text const& text) { print_lines(text.value, out); },
      [&](Embedding const&) { print_lines(json_text::dump(value()), out); },
      [&](std::vector<Embedding> const& embeddings) {
        for (Embedding const& embedding : embeddings) print_plainly(embedding, out);
      },
      [&](Image const& image) { print_lines(image.value, out); },
      [&](std::vector<Image> const& images) {
        for (Image const& image : images) print_plainly(image, out);
      },
      [&](auto const&) { print_lines(json_text::dump_indented(value()), out); });
}

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

bool is_address(std::string_view value) {
  return value.starts_with("https://") || value.starts_with("http://");
}

std::string_view without_data_address(std::string_view value) {
  constexpr std::string_view mark = ";base64,";
  std::size_t const at = value.starts_with("data:") ? value.find(mark) : std::string_view::npos;
  return at == std::string_view::npos ? value : value.substr(at + mark.size());
}

std::string numbered_path(std::string const& path, std::size_t number) {
  if (number == 1) return path;
  std::filesystem::path const whole(path);
  std::filesystem::path const name = fmt::format("{}-{}{}", whole.stem().string(), number, whole.extension().string());
  return (whole.parent_path() / name).string();
}

void write_answer(std::string const& path, std::string_view bytes) {
  if (int const error = write_file(path, bytes); error != 0) {
    throw errors::answer_not_written(path, std::generic_category().message(error));
  }
}

std::vector<Image> images_of(Outcome const& outcome) {
  if (std::holds_alternative<Image>(outcome)) return {std::get<Image>(outcome)};
  if (std::holds_alternative<std::vector<Image>>(outcome)) return std::get<std::vector<Image>>(outcome);
  return {};
}

}  // namespace

void print_lines(std::string_view text, std::ostream& out) {
  out << text;
  if (text.empty() || text.back() != '\n') out << '\n';
}

void print_outcome(Outcome const& outcome, Printing printing, std::ostream& out) {
  if (printing == Printing::json_lines) return print_lines(json_text::dump(outcome_to_json(outcome)), out);
  print_plainly(outcome, out);
}

void print_stream(ItemStream& items, Printing printing, std::ostream& out) {
  if (printing == Printing::plain) return print_pieces(items, out);
  for (StreamItem const& item : items) out << json_text::dump(stream_item_to_json(item)) << '\n' << std::flush;
  print_outcome(whole_outcome(items), printing, out);
}

void write_outcome(Outcome const& outcome, std::string const& path, Printing printing, std::ostream& out) {
  std::vector<Image> const images = images_of(outcome);
  if (images.empty()) {
    std::ostringstream text;
    print_outcome(outcome, printing, text);
    return write_answer(path, text.str());
  }
  std::size_t number = 0;
  for (Image const& image : images) {
    ++number;
    if (is_address(image.value)) {
      print_lines(image.value, out);
    } else {
      write_answer(numbered_path(path, number), bytes_of_image(image.value));
    }
  }
}

std::string bytes_of_image(std::string_view value) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string_view text = without_data_address(value);
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (char const letter : text) {
    std::size_t const digit = letters.find(letter);
    if (digit == std::string_view::npos) throw errors::unexpected_response("the image is not base64");
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count));
    bits &= (1U << static_cast<unsigned>(count)) - 1;
  }
  if (count >= 6) throw errors::unexpected_response("the base64 of the image is cut short");
  return bytes;
}

}  // namespace prompty::cli
