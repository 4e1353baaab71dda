#include "cli/answer_file.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <variant>
#include <vector>

#include "cli/errors.hpp"
#include "cli/written_file.hpp"
#include "prompty/core/error.hpp"

namespace prompty::cli {
namespace answer_file {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool is_address(std::string_view value) {
  return value.starts_with("https://") || value.starts_with("http://");
}

std::string_view without_data_address(std::string_view value) {
  constexpr std::string_view mark = ";base64,";
  std::size_t const at = value.starts_with("data:") ? value.find(mark) : std::string_view::npos;
  return at == std::string_view::npos ? value : value.substr(at + mark.size());
}

std::string numbered(std::string const& path, std::size_t number) {
  if (number == 1) return path;
  std::filesystem::path const whole(path);
  std::filesystem::path const name = fmt::format("{}-{}{}", whole.stem().string(), number, whole.extension().string());
  return (whole.parent_path() / name).string();
}

void put(std::string const& path, std::string_view bytes) {
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
}  // namespace answer_file

void write_outcome(Outcome const& outcome, std::string const& path, Printing printing, std::ostream& out) {
  std::vector<Image> const images = answer_file::images_of(outcome);
  if (images.empty()) {
    std::ostringstream text;
    print_outcome(outcome, printing, text);
    return answer_file::put(path, text.str());
  }
  std::size_t number = 0;
  for (Image const& image : images) {
    ++number;
    if (answer_file::is_address(image.value)) {
      print_lines(image.value, out);
    } else {
      answer_file::put(answer_file::numbered(path, number), bytes_of_image(image.value));
    }
  }
}

std::string bytes_of_image(std::string_view value) {
  std::string_view text = answer_file::without_data_address(value);
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (char const letter : text) {
    std::size_t const digit = answer_file::letters.find(letter);
    if (digit == std::string_view::npos) throw ValueError("Unexpected response format: the image is not base64");
    bits = (bits << 6U) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count));
    bits &= (1U << static_cast<unsigned>(count)) - 1;
  }
  if (count >= 6) throw ValueError("Unexpected response format: the base64 of the image is cut short");
  return bytes;
}

}  // namespace prompty::cli
