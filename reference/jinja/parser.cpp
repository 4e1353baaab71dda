#include "jinja/parser.hpp"

#include <algorithm>
#include <array>

#include "jinja/expression_parser.hpp"

namespace jinja {
namespace {

using Names = std::initializer_list<std::string_view>;

// P5.4-01: known by name, so that the error says why instead of calling the tag unknown.
bool needs_files(std::string_view tag) {
  constexpr std::array<std::string_view, 5> tags = {"include", "import", "from", "extends", "block"};
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

class StatementParser {
 public:
  explicit StatementParser(Source& source) : stream_(source), expressions_(stream_) {}

  Syntax parse() {
    Syntax syntax;
    syntax.body = body({});
    if (stream_.current().kind != TokenKind::end) stream_.fail_expecting("the end of the template");
    syntax.changes = expressions_.changes();
    return syntax;
  }

 private:
  // Up to one of the tags in `until`, whose name is then the current token.
  Body body(Names until) {
    Body statements;
    while (stream_.current().kind != TokenKind::end) {
      if (stream_.current().kind == TokenKind::data) {
        statements.push_back({Data{stream_.take().text}});
      } else if (stream_.current().kind == TokenKind::output_begin) {
        stream_.take();
        statements.push_back({Output{expressions_.tuple()}});
        stream_.expect(TokenKind::output_end, "'}}'");
      } else {
        stream_.expect(TokenKind::block_begin, "a tag");
        if (stream_.at_any_name(until)) return statements;
        statement(statements, until);
        stream_.expect(TokenKind::block_end, "'%}'");
      }
    }
    if (until.size() > 0) stream_.fail_at(reason::tag_not_closed(open_tags_.back().text), open_tags_.back().offset);
    return statements;
  }

  Body block(Names until) {
    stream_.skip_symbol(":");
    stream_.expect(TokenKind::block_end, "'%}'");
    return body(until);
  }

  Body block_until(std::string_view closing) {
    Body statements = block({closing});
    stream_.take();
    return statements;
  }

  void statement(Body& statements, Names until) {
    ExpressionParser::Level const level(expressions_);
    Token const tag = stream_.expect(TokenKind::name, "the name of a tag");
    open_tags_.push_back(tag);
    if (tag.text == "for") {
      statements.push_back({for_loop()});
    } else if (tag.text == "if") {
      statements.push_back({condition()});
    } else if (tag.text == "set") {
      statements.push_back(assignment());
    } else if (tag.text == "with") {
      statements.push_back({with()});
    } else if (tag.text == "print") {
      print(statements);
    } else if (tag.text == "macro") {
      statements.push_back({macro()});
    } else if (tag.text == "call") {
      statements.push_back({call_block()});
    } else if (tag.text == "filter") {
      Expression filter = expressions_.filters_of_filter_block();
      statements.push_back({FilterBlock{.filter = std::move(filter), .body = block_until("endfilter")}});
    } else {
      refuse(tag, until);
    }
    open_tags_.pop_back();
  }

  [[noreturn]] void refuse(Token const& tag, Names until) {
    if (needs_files(tag.text)) stream_.fail_at(reason::tag_needs_files(tag.text), tag.offset);
    open_tags_.pop_back();
    std::string_view const open = open_tags_.empty() ? "" : open_tags_.back().text;
    if (open.empty()) stream_.fail_at(reason::unknown_tag(tag.text), tag.offset);
    stream_.fail_at(reason::unknown_tag_inside(tag.text, open, *(until.end() - 1)), tag.offset);
  }

  std::unique_ptr<For> for_loop() {
    std::unique_ptr<For> loop = std::make_unique<For>();
    ++open_loops_;
    loop->target = expressions_.target();
    check_target(loop->target);
    loop->test_target = copied(loop->target);
    stream_.expect_name("in");
    loop->iterable = expressions_.tuple_without_condition();
    if (stream_.skip_name("if")) loop->test = expressions_.expression();
    if (stream_.skip_name("recursive")) loop->kind = LoopKind::recursive;
    std::size_t const before = expressions_.special_names().size();
    loop->body = block({"endfor", "else"});
    loop->uses_loop = loop->kind == LoopKind::recursive || is_read("loop", before);
    if (stream_.take().text == "else") loop->otherwise = block_until("endfor");
    --open_loops_;
    return loop;
  }

  If condition() {
    If result;
    while (true) {
      Expression test = expressions_.tuple_without_condition();
      result.branches.push_back({.test = std::move(test), .body = block({"elif", "else", "endif"})});
      Token const next = stream_.take();
      if (next.text == "elif") continue;
      if (next.text == "else") result.otherwise = block_until("endif");
      return result;
    }
  }

  Statement assignment() {
    Target target = expressions_.set_target();
    check_target(target);
    if (stream_.skip_symbol("=")) return {Set{.target = std::move(target), .value = expressions_.tuple()}};
    std::optional<Expression> filter = expressions_.block_filters();
    return {SetBlock{.target = std::move(target), .filter = std::move(filter), .body = block_until("endset")}};
  }

  With with() {
    With result;
    while (stream_.current().kind != TokenKind::block_end) {
      if (!result.assignments.empty()) stream_.expect_symbol(",");
      Target target = expressions_.target();
      stream_.expect_symbol("=");
      result.assignments.emplace_back(std::move(target), expressions_.expression());
    }
    result.body = block_until("endwith");
    return result;
  }

  void print(Body& statements) {
    for (bool first = true; stream_.current().kind != TokenKind::block_end; first = false) {
      if (!first) stream_.expect_symbol(",");
      statements.push_back({Output{expressions_.expression()}});
    }
  }

  MacroDefinition macro() {
    MacroDefinition definition{.target = expressions_.name_target(), .macro = std::make_unique<MacroBody>()};
    definition.macro->name = definition.target.name;
    parameters(*definition.macro);
    macro_body(*definition.macro, "endmacro");
    return definition;
  }

  CallBlock call_block() {
    CallBlock result{.caller = std::make_unique<MacroBody>(), .call = {}};
    if (stream_.at_symbol("(")) parameters(*result.caller);
    std::size_t const from = stream_.current().offset;
    result.call = expressions_.expression();
    if (!std::holds_alternative<Call>(result.call.node)) stream_.fail_at(reason::call_expected, from);
    macro_body(*result.caller, "endcall");
    return result;
  }

  void parameters(MacroBody& macro) {
    stream_.expect_symbol("(");
    while (!stream_.at_symbol(")")) {
      if (!macro.parameters.empty()) stream_.expect_symbol(",");
      Parameter parameter{.name = expressions_.name_target().name};
      expressions_.note_name(parameter.name, Use::stored);
      if (stream_.skip_symbol("=")) {
        parameter.fallback = expressions_.expression();
      } else if (!macro.parameters.empty() && macro.parameters.back().fallback) {
        stream_.fail(reason::parameter_without_default(parameter.name));
      }
      macro.parameters.push_back(std::move(parameter));
    }
    stream_.expect_symbol(")");
  }

  void macro_body(MacroBody& macro, std::string_view closing) {
    std::size_t const before = expressions_.special_names().size();
    macro.body = block_until(closing);
    auto const is_parameter = [&](std::string_view name) {
      return std::any_of(macro.parameters.begin(), macro.parameters.end(),
                         [name](Parameter const& parameter) { return parameter.name == name; });
    };
    for (Parameter const& parameter : macro.parameters) {
      bool const is_bare_caller = parameter.name == "caller" && !parameter.fallback;
      if (is_bare_caller && is_read_first("caller", before)) stream_.fail(reason::caller_without_default);
    }
    macro.reads_caller = is_read_first("caller", before);
    macro.uses_caller = macro.reads_caller && !is_parameter("caller");
    macro.uses_varargs = is_read_first("varargs", before) && !is_parameter("varargs");
    macro.uses_kwargs = is_read_first("kwargs", before) && !is_parameter("kwargs");
  }

  // Whether a special name is read behind the first `since` uses.
  bool is_read(std::string_view name, std::size_t since) const {
    std::vector<SpecialNameUse> const& uses = expressions_.special_names();
    return std::any_of(uses.begin() + static_cast<std::ptrdiff_t>(since), uses.end(),
                       [name](SpecialNameUse const& one) { return one.name == name && one.use == Use::read; });
  }

  // What a body stores under a special name before it reads it is a name like any other.
  bool is_read_first(std::string_view name, std::size_t since) const {
    std::vector<SpecialNameUse> const& uses = expressions_.special_names();
    auto const first = std::find_if(uses.begin() + static_cast<std::ptrdiff_t>(since), uses.end(),
                                    [name](SpecialNameUse const& one) { return one.name == name; });
    return first != uses.end() && first->use == Use::read;
  }

  // `loop` belongs to the loops: nothing inside one may be stored under that name.
  void check_target(Target const& target) {
    if (NameTarget const* const name = std::get_if<NameTarget>(&target.node)) {
      if (open_loops_ > 0 && name->name == "loop") stream_.fail(reason::cannot_assign("loop"));
    } else if (TupleTarget const* const several = std::get_if<TupleTarget>(&target.node)) {
      for (Target const& item : several->items) check_target(item);
    }
  }

  static Target copied(Target const& target) {
    if (NameTarget const* const name = std::get_if<NameTarget>(&target.node)) return {*name};
    if (MemberTarget const* const member = std::get_if<MemberTarget>(&target.node)) return {*member};
    TupleTarget copy;
    for (Target const& item : std::get<TupleTarget>(target.node).items) copy.items.push_back(copied(item));
    return {std::move(copy)};
  }

  TokenStream stream_;
  ExpressionParser expressions_;
  std::vector<Token> open_tags_;
  std::size_t open_loops_ = 0;
};

}  // namespace

Syntax parse_template(Source& source) {
  return StatementParser(source).parse();
}

}  // namespace jinja
