// What set, for, with and macros give values to.
#include <algorithm>
#include <array>
#include <utility>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/expression_parser.hpp"

namespace prompty::jinja {
namespace target_parser {
namespace {

bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 6> names = {"true", "false", "none", "True", "False", "None"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace
}  // namespace target_parser

NameTarget ExpressionParser::name_target() {
  Token const token = stream_.expect(TokenKind::name, "a name");
  if (target_parser::is_reserved(token.text)) stream_.fail_at(errors::reason::cannot_assign(token.text), token.offset);
  return {.name = token.text};
}

Target ExpressionParser::set_target() {
  if (stream_.current().kind == TokenKind::name && stream_.ahead().kind == TokenKind::symbol &&
      stream_.ahead().text == ".") {
    Token const space = stream_.take();
    stream_.take();
    Token const attribute = stream_.expect(TokenKind::name, "a name");
    return {MemberTarget{.space = {.name = space.text}, .attribute = attribute.text}};
  }
  return target();
}

Target ExpressionParser::target() {
  Level const level(*this);
  auto const one = [&]() -> Target {
    if (!stream_.skip_symbol("(")) {
      NameTarget const name = name_target();
      note_name(name.name, Use::stored);
      return {name};
    }
    if (stream_.skip_symbol(")")) return {TupleTarget{}};
    Target inside = target();
    stream_.expect_symbol(")");
    return inside;
  };
  Target first = one();
  if (!stream_.at_symbol(",")) return first;
  TupleTarget several;
  several.items.push_back(std::move(first));
  while (stream_.skip_symbol(",")) {
    if (at_tuple_end()) break;
    several.items.push_back(one());
  }
  return {std::move(several)};
}

}  // namespace prompty::jinja
