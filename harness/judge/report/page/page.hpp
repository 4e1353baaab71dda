#pragma once

#include <string_view>

/// The parts of the HTML reports, as they stand in the files of this folder.
namespace conformance::report_page {

extern std::string_view const frame;
extern std::string_view const style;
extern std::string_view const elements;
extern std::string_view const overview;
extern std::string_view const lists;
extern std::string_view const entries;
extern std::string_view const keys;
extern std::string_view const begin;
extern std::string_view const matrix_frame;
extern std::string_view const matrix;

}  // namespace conformance::report_page
