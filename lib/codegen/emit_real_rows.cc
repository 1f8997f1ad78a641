/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_real_rows.h"
#include "codegen/emit_table.h"
#include "codegen/index_text.h"
#include "codegen/row_squares.h"
#include "plan/core_places.h"
#include "plan/row_places.h"
#include "plan/vector_stages.h"

namespace gpufft {

namespace {

using places = std::vector<std::uint32_t>;

int rows_of_a_lane(const simd_context& c)
{
    return static_cast<int>(c.p.columns.size / c.p.lanes);
}

//! Real n of a row is part n % 2 of slot n / 2.
bool is_in_order(const simd_context& c, const places& of)
{
    const auto slots = static_cast<std::uint32_t>(row_slots(c.p));
    for (std::uint32_t n = 0; n < of.size(); ++n) {
        if (of[n] != n / 2 + (n % 2 ? slots : 0))
            return false;
    }
    return of.size() % 2 == 0;
}

//! One end of the rows, whose reals have places in the scratch.
struct real_end {
    simd_context& c;
    const char* table; //!< its name
    places of;
    int numbers; //!< an element has
    bool alternates;

    static real_end input(simd_context& c)
    {
        return { c,
                 "input_place",
                 row_input_places(c.p),
                 c.p.load.stored == element::real ? 1 : 2,
                 row_input_alternates(c.p) };
    }
    static real_end output(simd_context& c)
    {
        return { c,
                 "output_place",
                 row_output_places(c.p),
                 c.p.store.stored == element::real ? 1 : 2,
                 row_output_alternates(c.p) };
    }

    std::int64_t count() const { return static_cast<std::int64_t>(of.size()); }

    bool has_table() const { return !is_written_out(c.p) && !is_in_order(c, of); }

    //! Number \p n of a lane's rows, where they are written out.
    std::string written_out(std::int64_t n) const
    {
        const auto slots = row_slots(c.p);
        const auto place = static_cast<std::int64_t>(of[n % count()]);
        return fmt::format(
            "{}[{}]", place < slots ? "re" : "im", n / count() * slots + place % slots);
    }

    //! Number \p i after those of element \p first.
    std::string place(const std::string& first, int i) const
    {
        if (is_written_out(c.p))
            return written_out(numbers * std::stoll(first) + i);
        if (has_table())
            return fmt::format("scratch[{}[{}]]",
                               table,
                               offset_from(numbers == 1 ? first : "2 * " + first, i));
        const auto slot = numbers == 1 ? first + " / 2" : first;
        return fmt::format("{}[{}]", i % 2 ? "im" : "re", offset_from(slot, i / 2));
    }

    //! "-" of a number whose sign changes; where rows of odd length overlap, that is the
    //! factor `sign` of the square or its negative.
    std::string sign(const std::string& first, int i) const
    {
        if (!alternates)
            return "";
        if (is_written_out(c.p))
            return (std::stoll(first) + i) % count() % 2 ? "-" : "";
        if (count() % 2)
            return i % 2 ? "-sign * " : "sign * ";
        return i % 2 ? "-" : "";
    }

    void declare_sign(const std::string& first) const
    {
        if (alternates && count() % 2 && !is_written_out(c.p))
            c.w.line("const {0} sign = {1} % 2 ? -1 : 1;", real_type(c.p), first);
    }

    row_squares squares(const char* pointer, std::int64_t distance) const
    {
        row_squares s;
        s.pointer = pointer;
        s.numbers = numbers;
        s.distance = numbers * distance;
        s.elements = count() / numbers;
        return s;
    }
};

//! "window[n] * ", n of the row.
std::string
tap(const simd_context& c, const std::string& first, int i, std::int64_t count)
{
    if (!c.p.load.windowed)
        return "";
    if (is_written_out(c.p))
        return fmt::format("window[{}] * ", (std::stoll(first) + i) % count);
    return fmt::format("window[{}] * ", offset_from(first, i));
}

} // namespace

bool has_real_ends(const pass& p) { return real_rows_take(p.load, p.store); }

void emit_real_row_tables(simd_context& c)
{
    const auto input = real_end::input(c);
    const auto output = real_end::output(c);
    if (input.has_table() || output.has_table())
        c.w.line("// Where each real of a row lies in the scratch, {} to a part.",
                 row_slots(c.p));
    if (input.has_table())
        emit_table(c.w, input.table, input.of);
    if (output.has_table())
        emit_table(c.w, output.table, output.of);
}

void emit_real_row_load(simd_context& c)
{
    auto& w = c.w;
    const auto end = real_end::input(c);
    const auto s = end.squares("from", c.p.input_distance);
    const int lanes = c.p.lanes;
    w.put("// Squares of neighbouring reals, transposed: a lane a row.");
    const auto square = [&](const auto& address, const std::string& first) {
        end.declare_sign(first);
        w.line("vec square[{}];", lanes);
        for (int lane = 0; lane < lanes; ++lane)
            w.line("square[{}] = LOAD({});", lane, address(lane));
        w.put("transpose(square);");
        for (int i = 0; i < lanes; ++i)
            w.line("{} = {}{}square[{}];",
                   end.place(first, i),
                   end.sign(first, i),
                   tap(c, first, i, end.count()),
                   i);
    };
    const auto loose = [&] {
        const auto all = end.count() * rows_of_a_lane(c);
        w.line("vec loose[{}] = {{ 0 }};", all);
        open_loose_numbers(c, s);
        w.line("(({}*)loose)[{} * v + lane] = from[at];", real_type(c.p), lanes);
        w.close();
        w.close();
        for (int n = 0; n < all; ++n)
            w.line("{} = {}{}loose[{}];",
                   end.written_out(n),
                   end.sign(std::to_string(n), 0),
                   tap(c, std::to_string(n), 0, end.count()),
                   n);
    };
    emit_squares(c, s, square, loose);
}

void emit_real_row_store(simd_context& c)
{
    auto& w = c.w;
    const auto end = real_end::output(c);
    const auto s = end.squares("to", c.p.output_distance);
    const int lanes = c.p.lanes;
    const char* times = c.p.store.scaled ? "scale * " : "";
    w.put("// Squares of neighbouring reals, transposed: a vector a row's.");
    const auto square = [&](const auto& address, const std::string& first) {
        end.declare_sign(first);
        w.line("vec square[{}];", lanes);
        for (int i = 0; i < lanes; ++i)
            w.line("square[{}] = {}{}{};",
                   i,
                   end.sign(first, i),
                   times,
                   end.place(first, i));
        w.put("transpose(square);");
        for (int lane = 0; lane < lanes; ++lane)
            w.line("STORE({}, square[{}]);", address(lane), lane);
    };
    const auto loose = [&] {
        const auto all = end.count() * rows_of_a_lane(c);
        w.line("vec loose[{}];", all);
        for (int n = 0; n < all; ++n)
            w.line("loose[{}] = {}{}{};",
                   n,
                   end.sign(std::to_string(n), 0),
                   times,
                   end.written_out(n));
        open_loose_numbers(c, s);
        w.line("to[at] = (({}*)loose)[{} * v + lane];", real_type(c.p), lanes);
        w.close();
        w.close();
    };
    emit_squares(c, s, square, loose);
}

} // namespace gpufft
