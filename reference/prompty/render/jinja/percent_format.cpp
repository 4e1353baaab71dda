#include "prompty/render/jinja/percent_format.hpp"

#include <algorithm>
#include <limits>

#include "prompty/core/error_catalogue_rendering.hpp"
#include "prompty/render/jinja/arguments.hpp"
#include "prompty/render/jinja/failure.hpp"
#include "prompty/render/jinja/html.hpp"
#include "prompty/render/jinja/number.hpp"
#include "prompty/render/jinja/printing.hpp"
#include "prompty/render/jinja/sequences.hpp"
#include "prompty/render/jinja/unicode.hpp"
#include "prompty/render/jinja/value_format.hpp"

namespace prompty::jinja {
namespace percent_formatting {
namespace {

constexpr std::int64_t highest_precision = std::numeric_limits<int>::max();

class Formatter {
 public:
  Formatter(Session& session, Text const& format, Value const& values)
      : session_(session), format_(format), text_(format.view), values_(values) {
    std::optional<ListView> const list = ListView::of(values);
    if (list && list->kind() != SequenceKind::list) tuple_ = list;
  }

  std::string run() {
    while (at_ < text_.size()) {
      std::size_t const percent = std::min(text_.find('%', at_), text_.size());
      output_ += text_.substr(at_, percent - at_);
      at_ = percent;
      if (at_ < text_.size()) place();
      session_.check_room(output_.size());
    }
    // Python minds only what has no elements of its own.
    bool const has_elements = MapView::of(values_) || ListView::of(values_) || holds<Range>(values_);
    bool const may_be_left = (has_elements && !tuple_) || is_undefined(values_);
    bool const is_left = tuple_ ? taken_ < tuple_->size() : taken_ == 0;
    if (is_left && !may_be_left) throw Failure(errors::reason::values_left_over());
    return std::move(output_);
  }

 private:
  char current() const {
    if (at_ >= text_.size()) throw Failure(errors::reason::incomplete_format());
    return text_[at_];
  }

  Value next_value() {
    ++taken_;
    if (tuple_) {
      if (taken_ > tuple_->size()) throw Failure(errors::reason::too_few_values());
      return tuple_->at(session_, taken_ - 1);
    }
    if (taken_ > 1) throw Failure(errors::reason::too_few_values());
    return values_;
  }

  void place() {
    ++at_;
    if (current() == '%') {
      output_ += text_[at_++];
      return;
    }
    std::optional<Value> named;
    if (current() == '(') named = value_by_name();
    FormatSpecification how = flags();
    how.width = number().value_or(0);
    if (how.width < 0) {
      how.alignment = '<';
      how.fill = " ";
      how.width = how.width < -(std::int64_t{1} << 40U) ? 0 : -how.width;
    }
    if (current() == '.') {
      ++at_;
      how.precision = static_cast<int>(std::clamp<std::int64_t>(number().value_or(0), 0, highest_precision));
    }
    if (current() == 'l' || current() == 'h' || current() == 'L') ++at_;
    char const type = current();
    ++at_;
    convert(type, named ? *named : next_value(), how);
    // Behind a place with a name there is no value left for one without.
    if (named) taken_ = 1;
  }

  Value value_by_name() {
    std::optional<MapView> const map = MapView::of(values_);
    if (!map) throw Failure(errors::reason::format_needs_mapping());
    std::size_t const start = ++at_;
    for (std::size_t depth = 1; depth > 0; ++at_) {
      if (current() == '(') ++depth;
      if (current() == ')') --depth;
    }
    std::string_view const name = text_.substr(start, at_ - start - 1);
    std::optional<Value> const found = map->find(session_, name);
    if (!found) throw Failure(errors::reason::key_not_found(quoted(name)));
    return *found;
  }

  FormatSpecification flags() {
    FormatSpecification how;
    bool zeros = false;
    for (; std::string_view("#0- +").find(current()) != std::string_view::npos; ++at_) {
      char const flag = current();
      if (flag == '#') how.alternate = true;
      if (flag == '0') zeros = true;
      if (flag == '-') how.alignment = '<';
      if (flag == '+' || (flag == ' ' && how.sign != '+')) how.sign = flag;
    }
    if (zeros && how.alignment == '\0') {
      how.fill = "0";
      how.alignment = '=';
    }
    return how;
  }

  std::optional<std::int64_t> number() {
    if (current() == '*') {
      ++at_;
      return demand_integer(next_value());
    }
    std::int64_t value = 0;
    bool found = false;
    for (; current() >= '0' && current() <= '9'; ++at_) {
      value = add(multiply(value, 10), current() - '0');
      found = true;
    }
    return found ? std::optional<std::int64_t>(value) : std::nullopt;
  }

  void convert(char type, Value const& value, FormatSpecification how) {
    switch (type) {
      case 's':
      case 'r':
      case 'a':
        output_ += text(type, value, how);
        return;
      case 'd':
      case 'i':
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        output_ += whole_number(type, value, how);
        return;
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G': {
        std::optional<double> const number = as_float(value);
        if (!number) refuse(type, value);
        how.type = type;
        output_ += format_float(session_, *number, how);
        return;
      }
      case 'c':
        output_ += character(value, how);
        return;
      default:
        throw Failure(errors::reason::unknown_format(std::string_view(&type, 1), "%"));
    }
  }

  std::string text(char type, Value const& value, FormatSpecification const& how) {
    std::string shown;
    if (type == 'a') {
      shown = ascii_representation(session_, value);
    } else if (type == 'r') {
      shown = representation(session_, value);
    } else if (format_.markup == Markup::yes) {
      append_escaped(session_, shown, value);
    } else {
      shown = text_of(session_, value);
    }
    FormatSpecification plain = how;
    plain.sign = '\0';
    plain.alternate = false;
    plain.fill = " ";
    plain.alignment = how.alignment == '<' ? '<' : '>';
    return format_text(session_, shown, plain);
  }

  std::string whole_number(char type, Value const& value, FormatSpecification how) {
    double const* const number = std::get_if<double>(&value);
    bool const takes_float = type == 'd' || type == 'i' || type == 'u';
    std::optional<std::int64_t> whole = as_integer(value);
    if (!whole && number != nullptr && takes_float) whole = truncated(*number);
    if (!whole) refuse(type, value);
    how.type = takes_float ? 'd' : type;
    if (!how.precision) return format_integer(session_, *whole, how);
    FormatSpecification digits{.fill = "0", .alignment = '=', .sign = how.sign, .alternate = how.alternate};
    digits.width = std::int64_t{*how.precision} + (*whole < 0 || how.sign != '\0' ? 1 : 0);
    if (how.alternate && how.type != 'd') digits.width += 2;
    if (how.alignment == '=') digits.width = std::max(digits.width, how.width);
    digits.type = how.type;
    FormatSpecification outer{.alignment = how.alignment == '<' ? '<' : '>', .width = how.width};
    return format_text(session_, format_integer(session_, *whole, digits), outer);
  }

  std::string character(Value const& value, FormatSpecification how) {
    how.alignment = how.alignment == '<' ? '<' : '>';
    how.fill = " ";
    how.sign = '\0';
    how.alternate = false;
    how.precision.reset();
    Text const* const text = std::get_if<Text>(&value);
    if (text != nullptr && unicode::length(text->view) == 1) return format_text(session_, text->view, how);
    std::optional<std::int64_t> const number = as_integer(value);
    if (!number) refuse('c', value);
    how.type = 'c';
    return format_integer(session_, *number, how);
  }

  [[noreturn]] static void refuse(char type, Value const& value) {
    demand_defined(value);
    throw Failure(errors::reason::format_needs_number(std::string_view(&type, 1), type_name(value)));
  }

  Session& session_;
  Text const& format_;
  std::string_view text_;
  Value const& values_;
  std::optional<ListView> tuple_;
  std::size_t at_ = 0;
  std::size_t taken_ = 0;
  std::string output_;
};

}  // namespace
}  // namespace percent_formatting

Value percent_format(Session& session, Text const& format, Value const& values) {
  return make_text(session, percent_formatting::Formatter(session, format, values).run(), format.markup);
}

}  // namespace prompty::jinja
