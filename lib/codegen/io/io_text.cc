/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_io.h"
#include "codegen/io/emit_value_function.h"
#include "codegen/io/io_text.h"
#include "codegen/text/emit_numbers.h"
#include "codegen/text/float16_pairs.h"
#include "codegen/text/index_text.h"
#include "codegen/text/value_text.h"
#include <algorithm>
#include <cstdlib>

namespace gpufft {

namespace {

constexpr std::size_t MOST_COLUMNS = 90;

bool is_even(std::int64_t n) { return n % 2 == 0; }

} // namespace

std::string element_type(const pass& p, const io_operation& op)
{
    if (op.stored == element::complex)
        return op.is_float16 ? "half_complex" : complex_type(p);
    return op.is_float16 ? "half" : real_type(p);
}

std::string input_type(const pass& p)
{
    return p.load.samples == sample_format::number ? element_type(p, p.load)
                                                   : input_number(p) + "2";
}

std::string output_type(const pass& p)
{
    return p.store.power ? real_type(p) : element_type(p, p.store);
}

std::string joined(const std::vector<std::string>& parts)
{
    return fmt::format("{}", fmt::join(parts, ", "));
}

io_text::io_text(source_writer& writer,
                 const dialect& words,
                 const pass& whole,
                 bool is_load)
    : w(writer),
      d(words),
      p(whole),
      op(is_load ? static_cast<const io_operation&>(p.load) : p.store),
      d_is_load(is_load)
{
}

io_text io_text::load(source_writer& w, const dialect& d, const pass& p)
{
    return { w, d, p, true };
}

io_text io_text::store(source_writer& w, const dialect& d, const pass& p)
{
    return { w, d, p, false };
}

std::string io_text::number(const char* digits) const
{
    return p.number == precision::float64 ? digits : std::string(digits) + "f";
}

std::vector<std::string> io_text::indices() const
{
    const std::string letter = d_is_load ? "n" : "k";
    if (rank() == 1)
        return { letter };
    texts names;
    for (std::size_t i = 1; i <= rank(); ++i)
        names.push_back(letter + std::to_string(i));
    return names;
}

std::vector<std::string> io_text::indices_with(const std::string& last) const
{
    auto all = indices();
    all.back() = last;
    return all;
}

std::vector<place_text> io_text::places() const
{
    const auto names = indices();
    return { names.begin(), names.end() };
}

std::vector<place_text> io_text::places_with(const place_text& last) const
{
    auto all = places();
    all.back() = last;
    return all;
}

std::vector<std::string> io_text::emit_places() const
{
    auto places = indices();
    for (std::size_t i = 0; i < rank(); ++i) {
        const auto& one = p.dimensions[i];
        const auto rotation = d_is_load ? one.input_rotation : one.output_rotation;
        if (!rotation)
            continue;
        const auto place = rank() == 1 ? "place" : fmt::format("place{}", i + 1);
        w.line("const uint {0} = {1} < {3} ? {1} + {2} : {1} - {3};",
               place,
               places[i],
               rotation,
               one.caller_length - rotation);
        places[i] = place;
    }
    return places;
}

std::vector<std::string> io_text::element_names() const
{
    const std::string name = d_is_load ? "from" : "to";
    if (op.stored == element::planar)
        return { name + "_re", name + "_im" };
    return { name };
}

std::vector<std::string> io_text::expression_names(const std::string& origin) const
{
    texts names;
    if (!op.expression)
        return names;
    if (needs_place(*op.expression))
        names.push_back(origin);
    if (needs_row(*op.expression, p))
        names.emplace_back("row");
    if (op.expression->uses_row)
        names.emplace_back("first_row");
    for (const auto& each : value_arguments(*op.expression))
        names.push_back(each);
    return names;
}

std::vector<std::string> io_text::pointer_names() const
{
    auto names = element_names();
    for (const auto& each : expression_names("origin"))
        names.push_back(each);
    return names;
}

std::vector<std::string> io_text::kernel_names() const
{
    auto names = element_names();
    for (const auto& each : expression_names(origin_name(d_is_load)))
        names.push_back(each);
    return names;
}

std::vector<std::string> io_text::pointers() const
{
    auto parameters = element_pointers();
    if (!op.expression)
        return parameters;
    const auto& e = *op.expression;
    if (needs_place(e))
        parameters.push_back(fmt::format("{}{}{}* origin",
                                         d.global,
                                         d_is_load ? "const " : "",
                                         d_is_load ? input_type(p) : output_type(p)));
    if (needs_row(e, p))
        parameters.emplace_back("uint row");
    if (e.uses_row)
        parameters.emplace_back("uint first_row");
    for (const auto& each : value_parameters(e, d, p))
        parameters.push_back(each);
    return parameters;
}

std::vector<std::string> io_text::element_pointers(const char* suffix) const
{
    const auto head = std::string(d.global) + (d_is_load ? "const " : "");
    texts parameters;
    for (const auto& name : element_names())
        parameters.push_back(head + (d_is_load ? input_type(p) : output_type(p)) + "* " +
                             name + suffix);
    return parameters;
}

std::vector<std::string> io_text::pointers_and_line() const
{
    auto parameters = pointers();
    parameters.emplace_back("uint line");
    return parameters;
}

std::string io_text::twiddles_parameter() const
{
    return fmt::format("{}const {}* twiddles", d.global, complex());
}

std::int64_t io_text::stride(std::size_t dimension) const
{
    const auto& one = p.dimensions[dimension];
    return d_is_load ? one.input_stride : one.output_stride;
}

std::string io_text::added_to_pointer(const place_text& place, std::size_t i) const
{
    if (place.falls) {
        const auto step = index_sum().add(grouped_at(place.index, i), stride(i)).str();
        return fmt::format(" + {} - {}", std::abs(place.constant) * stride(i), step);
    }
    if (place.constant >= 0)
        return "";
    const auto less =
        fmt::format("((int){} - {})", grouped(place.index), -place.constant);
    return " + " + index_sum().add(less, stride(i)).str();
}

element_text io_text::at(const std::vector<place_text>& places) const
{
    index_sum sum;
    sum.add("line", 1);
    std::string behind;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto added = added_to_pointer(places[i], i);
        behind += added;
        if (added.empty())
            sum.add(grouped_at(places[i].str(), i), stride(i));
    }
    return behind.empty() ? element_text(sum.str())
                          : element_text::behind(" + " + grouped(sum.str()) + behind);
}

element_text io_text::along_last(const place_text& place) const
{
    const auto i = rank() - 1;
    const auto added = added_to_pointer(place, i);
    return added.empty()
               ? element_text(
                     index_sum().add(grouped_at(place.str(), i), stride(i)).str())
               : element_text::behind(added);
}

std::string io_text::grouped_at(const std::string& place, std::size_t i) const
{
    return stride(i) == 1 ? place : grouped(place);
}

std::vector<std::string> io_text::value_arguments_at(const element_text& at) const
{
    const auto& e = *op.expression;
    texts arguments;
    if (needs_place(e))
        arguments.push_back(
            fmt::format("(uint)({} - origin)", at.address(element_names().front())));
    if (needs_row(e, p))
        arguments.emplace_back("row");
    if (e.uses_row)
        arguments.emplace_back("first_row");
    for (const auto& each : value_arguments(e))
        arguments.push_back(each);
    return arguments;
}

std::string io_text::loaded(const std::string& raw, const element_text& at) const
{
    if (!op.expression)
        return raw;
    auto arguments = value_arguments_at(at);
    arguments.insert(arguments.begin(), raw);
    return "load_value(" + joined(arguments) + ")";
}

std::string io_text::stored(const std::string& value, const element_text& at) const
{
    if (!op.expression)
        return value;
    auto arguments = value_arguments_at(at);
    arguments.insert(arguments.begin(), value);
    return "store_value(" + joined(arguments) + ")";
}

std::string io_text::read_real(const element_text& at) const
{
    return loaded(read_real_as_is(at), at);
}

std::string io_text::read_real_at(const std::string& address) const
{
    const auto raw =
        op.is_float16 ? fmt::format("vload_half(0, {})", address) : "*" + address;
    if (!op.expression)
        return raw;
    auto arguments = expression_names(fmt::format("(uint)({} - origin)", address));
    arguments.insert(arguments.begin(), raw);
    return "load_value(" + joined(arguments) + ")";
}

std::string io_text::read_complex(const element_text& at) const
{
    if (!op.expression)
        return read_complex_as_is(at);
    if (op.stored != element::real)
        return loaded(read_complex_as_is(at), at);
    return op.expression->has_real_result
               ? fmt::format("complex_of({}, {})", read_real(at), number("0.0"))
               : read_real(at);
}

std::string io_text::read_real_as_is(const element_text& at) const
{
    return op.is_float16 ? fmt::format("vload_half({}, {})", at.offset(), at.base("from"))
                         : at.of("from");
}

std::string io_text::read_complex_as_is(const element_text& at) const
{
    if (op.stored == element::real)
        return fmt::format("complex_of({}, {})", read_real_as_is(at), number("0.0"));
    const auto from = element_names().front();
    const auto from_im = element_names().back();
    if (op.stored == element::planar)
        return op.is_float16
                   ? fmt::format("complex_of(vload_half({0}, {1}), "
                                 "vload_half({0}, {2}))",
                                 at.offset(),
                                 at.base(from),
                                 at.base(from_im))
                   : fmt::format("complex_of({}, {})", at.of(from), at.of(from_im));
    if (op.is_float16)
        return load_half_pair(const_halves_at(d, at.base(from)), at.offset());
    if (p.load.samples != sample_format::number)
        return fmt::format("sample_of({})", at.of(from));
    return at.of(from);
}

std::string io_text::real_write(const element_text& at, const std::string& value) const
{
    return real_write_as_is(at, stored(value, at));
}

std::string io_text::real_write_as_is(const element_text& at,
                                      const std::string& value) const
{
    return op.is_float16
               ? fmt::format(
                     "vstore_half({}, {}, {});", value, at.offset(), at.base("to"))
               : fmt::format("{} = {};", at.of("to"), value);
}

void io_text::write_complex(const element_text& at,
                            const std::string& name,
                            const std::string& value) const
{
    if (op.expression && !op.expression->has_real_element) {
        // Both names and values of several outputs may stand in one function.
        if (op.expression->has_real_result) {
            w.put(real_write_as_is(at, stored(value, at)));
            return;
        }
        w.line("const {} {}_stored = {};", complex(), name, stored(value, at));
        write_complex(at, name + "_stored");
        return;
    }
    if (op.stored == element::complex) {
        write_complex(at, value);
        return;
    }
    if (name != value)
        w.line("const {} {} = {};", complex(), name, value);
    write_complex(at, name);
}

void io_text::write_complex(const element_text& at, const std::string& value) const
{
    if (op.stored == element::planar && op.is_float16) {
        w.line("vstore_half({}.x, {}, {});", value, at.offset(), at.base("to_re"));
        w.line("vstore_half({}.y, {}, {});", value, at.offset(), at.base("to_im"));
    } else if (op.stored == element::planar) {
        w.line("{} = {}.x;", at.of("to_re"), value);
        w.line("{} = {}.y;", at.of("to_im"), value);
    } else if (op.stored == element::real) {
        w.put(real_write(at, value + ".x"));
    } else if (op.is_float16) {
        w.put(store_half_pair(halves_at(d, at.base("to")), at.offset(), value));
    } else {
        w.line("{} = {};", at.of("to"), value);
    }
}

bool io_text::has_aligned_pairs() const
{
    if (stride(rank() - 1) != 1)
        return false;
    for (std::size_t i = 0; i + 1 < rank(); ++i) {
        if (!is_even(stride(i)))
            return false;
    }
    // Axes that are part of the dimension are in the index, and not in the line.
    const auto is_even_axis = [this](const axis& a) {
        if (d_is_load)
            return a.input_step != 0 || is_even(a.input_weight);
        return a.output_step != 0 || is_even(a.output_weight);
    };
    return is_even(d_is_load ? p.input_distance : p.output_distance) &&
           is_even(d_is_load ? p.input_offset : p.output_offset) &&
           is_even_axis(p.columns) &&
           std::all_of(p.grid.begin(), p.grid.end(), is_even_axis);
}

std::string io_text::pair_base() const
{
    auto places = indices();
    places.pop_back();
    return at(places).index;
}

std::string io_text::read_pair() const
{
    if (!op.expression)
        return read_pair_as_is();
    const auto even = at(indices_with("2 * " + last_index()));
    const auto odd = at(indices_with("2 * " + last_index() + " + 1"));
    w.line("const {} pair = {};", complex(), read_pair_as_is());
    return fmt::format(
        "complex_of({}, {})", loaded("pair.x", even), loaded("pair.y", odd));
}

void io_text::write_pair(const std::string& value) const
{
    if (!op.expression) {
        write_pair_as_is(value);
        return;
    }
    const auto even = at(indices_with("2 * " + last_index()));
    const auto odd = at(indices_with("2 * " + last_index() + " + 1"));
    w.line("const {} pair = complex_of({}, {});",
           complex(),
           stored(value + ".x", even),
           stored(value + ".y", odd));
    write_pair_as_is("pair");
}

std::string io_text::read_pair_as_is() const
{
    if (has_aligned_pairs()) {
        if (op.is_float16)
            return load_half_pair("from + " + pair_base(), last_index());
        return fmt::format("(({}const {}*)(from + {}))[{}]",
                           d.global,
                           complex(),
                           pair_base(),
                           last_index());
    }
    const auto even = indices_with("2 * " + last_index());
    const auto odd = indices_with("2 * " + last_index() + " + 1");
    return fmt::format(
        "complex_of({}, {})", read_real_as_is(at(even)), read_real_as_is(at(odd)));
}

void io_text::write_pair_as_is(const std::string& value) const
{
    if (has_aligned_pairs()) {
        if (op.is_float16)
            w.put(store_half_pair("to + " + pair_base(), last_index(), value));
        else
            w.line("(({}{}*)(to + {}))[{}] = {};",
                   d.global,
                   complex(),
                   pair_base(),
                   last_index(),
                   value);
        return;
    }
    const auto even = indices_with("2 * " + last_index());
    const auto odd = indices_with("2 * " + last_index() + " + 1");
    w.put(real_write_as_is(at(even), value + ".x"));
    w.put(real_write_as_is(at(odd), value + ".y"));
}

void io_text::open_function(const std::string& type,
                            const std::string& name,
                            const texts& parameters) const
{
    const auto head = fmt::format("{} {} {}(", d.function, type, name);
    const auto line = head + joined(parameters) + ")";
    if (line.size() <= MOST_COLUMNS) {
        w.put(line);
    } else {
        const std::string align(head.size(), ' ');
        for (std::size_t i = 0; i < parameters.size(); ++i)
            w.line("{}{}{}",
                   i ? align : head,
                   parameters[i],
                   i + 1 < parameters.size() ? "," : ")");
    }
    w.open();
}

void io_text::close_function() const
{
    w.close();
    w.blank();
}

} // namespace gpufft
