#include <algorithm>
#include <array>
#include <span>

#include "jinja/expression_parser.hpp"

namespace jinja {
namespace {

using Names = std::initializer_list<std::string_view>;

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
        if (stream_.at_any(until)) return statements;
        statement(statements, until);
        stream_.expect(TokenKind::block_end, "'%}'");
      }
    }
    if (until.size() == 0) return statements;
    throw SyntaxFailure(reason::tag_not_closed(open_tags_.back().text), open_tags_.back().offset);
  }

  Body block(Names until) {
    stream_.skip(":");
    stream_.expect(TokenKind::block_end, "'%}'");
    return body(until);
  }

  Body block_until(std::string_view closing) {
    Body statements = block({closing});
    stream_.take();
    return statements;
  }

  void statement(Body& statements, Names until) {
    using Tag = std::pair<std::string_view, void (StatementParser::*)(Body&)>;
    constexpr std::array<Tag, 8> tags = {{{"call", &StatementParser::call_block},
                                          {"filter", &StatementParser::filter_block},
                                          {"for", &StatementParser::for_loop},
                                          {"if", &StatementParser::condition},
                                          {"macro", &StatementParser::macro},
                                          {"print", &StatementParser::print},
                                          {"set", &StatementParser::assignment},
                                          {"with", &StatementParser::with}}};
    Level const level = expressions_.nest();
    Token const tag = stream_.expect(TokenKind::name, "the name of a tag");
    auto const known = std::ranges::find(tags, tag.text, &Tag::first);
    if (known == tags.end()) refuse(tag, until);
    open_tags_.push_back(tag);
    (this->*known->second)(statements);
    open_tags_.pop_back();
  }

  [[noreturn]] void refuse(Token const& tag, Names until) {
    // P5.4-01: known by name, so that the error says why instead of calling the tag unknown.
    constexpr std::array<std::string_view, 5> need_files = {"include", "import", "from", "extends", "block"};
    if (std::ranges::find(need_files, tag.text) != need_files.end()) {
      throw SyntaxFailure(reason::tag_needs_files(tag.text), tag.offset);
    }
    if (open_tags_.empty()) throw SyntaxFailure(reason::unknown_tag(tag.text), tag.offset);
    throw SyntaxFailure(reason::unknown_tag_inside(tag.text, open_tags_.back().text, *(until.end() - 1)), tag.offset);
  }

  void for_loop(Body& statements) {
    std::unique_ptr<For> loop = std::make_unique<For>();
    ++open_loops_;
    loop->target = expressions_.target();
    check_target(loop->target);
    loop->test_target = loop->target;
    stream_.expect("in");
    loop->iterable = expressions_.tuple(Condition::forbidden);
    if (stream_.skip("if")) loop->test = expressions_.expression();
    if (stream_.skip("recursive")) loop->kind = LoopKind::recursive;
    std::size_t const before = expressions_.special_names().size();
    loop->body = block({"endfor", "else"});
    loop->uses_loop = loop->kind == LoopKind::recursive || is_read("loop", before);
    if (stream_.take().text == "else") loop->otherwise = block_until("endfor");
    --open_loops_;
    statements.push_back({std::move(loop)});
  }

  void condition(Body& statements) {
    If result;
    Token next;
    do {
      Expression test = expressions_.tuple(Condition::forbidden);
      result.branches.push_back({.test = std::move(test), .body = block({"elif", "else", "endif"})});
      next = stream_.take();
    } while (next.text == "elif");
    if (next.text == "else") result.otherwise = block_until("endif");
    statements.push_back({std::move(result)});
  }

  void assignment(Body& statements) {
    Target target = expressions_.set_target();
    check_target(target);
    if (stream_.skip("=")) {
      statements.push_back({Set{.target = std::move(target), .value = expressions_.tuple()}});
      return;
    }
    CapturingBlock block{.target = std::move(target), .filter = expressions_.block_filters()};
    block.body = block_until("endset");
    statements.push_back({std::move(block)});
  }

  void filter_block(Body& statements) {
    CapturingBlock block{.filter = expressions_.filters_of_filter_block()};
    block.body = block_until("endfilter");
    statements.push_back({std::move(block)});
  }

  void with(Body& statements) {
    With result;
    while (stream_.current().kind != TokenKind::block_end) {
      if (!result.assignments.empty()) stream_.expect(",");
      Target target = expressions_.target();
      stream_.expect("=");
      result.assignments.emplace_back(std::move(target), expressions_.expression());
    }
    result.body = block_until("endwith");
    statements.push_back({std::move(result)});
  }

  void print(Body& statements) {
    for (bool first = true; stream_.current().kind != TokenKind::block_end; first = false) {
      if (!first) stream_.expect(",");
      statements.push_back({Output{expressions_.expression()}});
    }
  }

  void macro(Body& statements) {
    MacroDefinition definition{.target = expressions_.name_target(), .macro = std::make_unique<MacroBody>()};
    definition.macro->name = definition.target.name;
    parameters(*definition.macro);
    macro_body(*definition.macro, "endmacro");
    statements.push_back({std::move(definition)});
  }

  void call_block(Body& statements) {
    CallBlock result{.caller = std::make_unique<MacroBody>(), .call = {}};
    if (stream_.at("(")) parameters(*result.caller);
    std::size_t const from = stream_.current().offset;
    result.call = expressions_.expression();
    if (!std::holds_alternative<Call>(result.call.node)) throw SyntaxFailure(reason::call_expected, from);
    macro_body(*result.caller, "endcall");
    statements.push_back({std::move(result)});
  }

  void parameters(MacroBody& macro) {
    stream_.expect("(");
    while (!stream_.at(")")) {
      if (!macro.parameters.empty()) stream_.expect(",");
      Parameter parameter{.name = expressions_.name_target().name};
      expressions_.note_name(parameter.name, Use::stored);
      if (stream_.skip("=")) {
        parameter.fallback = expressions_.expression();
      } else if (!macro.parameters.empty() && macro.parameters.back().fallback) {
        stream_.fail(reason::parameter_without_default(parameter.name));
      }
      macro.parameters.push_back(std::move(parameter));
    }
    stream_.expect(")");
  }

  void macro_body(MacroBody& macro, std::string_view closing) {
    std::size_t const before = expressions_.special_names().size();
    macro.body = block_until(closing);
    for (Parameter const& parameter : macro.parameters) {
      bool const is_bare_caller = parameter.name == "caller" && !parameter.fallback;
      if (is_bare_caller && is_read_first("caller", before)) stream_.fail(reason::caller_without_default);
    }
    macro.reads_caller = is_read_first("caller", before);
    auto const slot_of = [&](std::string_view name) {
      bool const is_parameter = std::ranges::find(macro.parameters, name, &Parameter::name) != macro.parameters.end();
      return is_read_first(name, before) && !is_parameter ? std::optional<Slot>(Slot{}) : std::nullopt;
    };
    macro.caller = slot_of("caller");
    macro.varargs = slot_of("varargs");
    macro.kwargs = slot_of("kwargs");
  }

  // The uses of special names behind the first `since`.
  std::span<SpecialNameUse const> uses(std::size_t since) const {
    return std::span(expressions_.special_names()).subspan(since);
  }

  bool is_read(std::string_view name, std::size_t since) const {
    return std::ranges::any_of(uses(since),
                               [name](SpecialNameUse const& one) { return one.name == name && one.use == Use::read; });
  }

  // What a body stores under a special name before it reads it is a name like any other.
  bool is_read_first(std::string_view name, std::size_t since) const {
    std::span<SpecialNameUse const> const found = uses(since);
    auto const first = std::ranges::find(found, name, &SpecialNameUse::name);
    return first != found.end() && first->use == Use::read;
  }

  // `loop` belongs to the loops: nothing inside one may be stored under that name.
  void check_target(Target const& target) {
    for_each_name(target, [&](NameTarget const& name) {
      bool const is_loop = name.name == "loop" && name.attribute.empty();
      if (is_loop && open_loops_ > 0) stream_.fail(reason::cannot_assign("loop"));
    });
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
