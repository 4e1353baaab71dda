#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>

#include "prompty/core/error.hpp"
#include "prompty/core/json_text.hpp"
#include "prompty/core/utf8.hpp"
#include "prompty/load/yaml_value.hpp"

// Text is a value that JSON can hold, or it is refused with the place of what is wrong.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text(data, data + size);
  if (prompty::utf8::first_invalid_byte(text)) return 0;
  try {
    prompty::Json const value = prompty::yaml::parse(text, {.file = "fuzz.yaml"}, {.bytes = 65'536, .depth = 50});
    if (!prompty::json_text::parse(prompty::json_text::dump(value))) std::abort();
  } catch (prompty::ValueError const& error) {
    if (std::string(error.what()).find("fuzz.yaml") == std::string::npos) std::abort();
  }
  return 0;
}
