/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/emit_value_function.h"
#include "codegen/io/io_text.h"
#include "codegen/io/logarithm_text.h"
#include "codegen/simd/emit_vector_value.h"
#include "codegen/simd/row_facts.h"
#include "codegen/text/value_text.h"
#include "plan/simd/deinterleave_order.h"
#include <fmt/ranges.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace gpufft::simd {

namespace {

using texts = std::vector<std::string>;

bool has_parts(const fused_expression& e)
{
    return !e.has_real_element || !e.has_real_result;
}

//! In double precision log() stays the language's.
bool has_own_logarithms(const simd_context& c)
{
    return c.p.number != precision::float64;
}

bool has(const node& n, operation which)
{
    return n.does == which ||
           std::any_of(n.operands.begin(), n.operands.end(), [&](const auto& each) {
               return has(*each, which);
           });
}

class value_function
{
public:
    value_function(simd_context& context, const fused_expression& expression)
        : c(context),
          e(expression),
          w(context.w),
          d_lanes(context.p.lanes()),
          d_order(static_cast<std::size_t>(d_lanes))
    {
        std::iota(d_order.begin(), d_order.end(), 0);
        const int blocks = e.is_load ? input_blocks(c.p) : output_blocks(c.p);
        // Reals two to a point are changed before they are taken apart.
        const bool are_pairs = e.is_load && c.p.load.is_half;
        if (blocks > 1 && !c.p.lanes_are_rows() && !are_pairs)
            d_order = deinterleave_order(d_lanes, blocks);
    }

    void emit()
    {
        w.line("// {}: {}", e.is_load ? "What is transformed" : "What is stored", e.text);
        w.line("static inline void {}({})",
               e.is_load ? "load_values" : "store_values",
               joined(parameters()));
        w.open();
        emit_places();
        auto value = value_of();
        w.line("*re = {};", widened(value.re));
        if (!e.has_real_result)
            w.line("*im = {};", widened(value.im));
        w.close();
        w.blank();
    }

private:
    simd_context& c;
    const fused_expression& e;
    source_writer& w;
    int d_lanes;
    std::vector<int> d_order;   //!< place of each lane
    texts d_rows;               //!< of each lane, or one
    std::vector<texts> d_index; //!< of each lane, or one

    std::string widened(const std::string& text) const { return "(vec)(" + text + ")"; }

    texts parameters() const
    {
        texts all = { "vec* re" };
        if (has_parts(e))
            all.emplace_back("vec* im");
        if (needs_place(e))
            all.emplace_back("uint place");
        if (needs_row(e, c.p))
            all.emplace_back("uint row");
        if (needs_row(e, c.p) && are_rows())
            all.emplace_back("uint last_row");
        if (e.uses_row)
            all.emplace_back("uint first_row");
        for (const auto& each : value_parameters(e, c.d, c.p))
            all.push_back(each);
        return all;
    }

    bool are_rows() const { return c.p.lanes_are_rows(); }

    //! Each lane has a place, or a row, that takes dividing.
    bool tells_lanes_apart() const
    {
        return are_rows() ? c.p.row_factor > 1 : !has_simple_places();
    }

    //! A place is an index.
    bool has_simple_places() const
    {
        return e.digits.size() == 1 && e.digits[0].stride == 1 && !e.digits[0].rotation &&
               e.digits[0].dimension >= 0;
    }

    //! Declares rows and indices, of each lane where they differ by more than a constant.
    void emit_places()
    {
        const int count = tells_lanes_apart() ? d_lanes : 1;
        for (int lane = 0; lane < count; ++lane)
            emit_lane(lane, count > 1);
    }

    void emit_lane(int lane, bool is_one_of_many)
    {
        std::string place = "place", row = "row";
        const auto name = [&](const char* of) {
            return is_one_of_many ? fmt::format("{}_{}", of, lane)
                                  : fmt::format("{}_", of);
        };
        if (is_one_of_many && !are_rows())
            place = fmt::format("(place + {})", d_order[static_cast<std::size_t>(lane)]);
        if (is_one_of_many && are_rows())
            row = row_of_lane(lane);
        if (c.p.row_factor > 1 && needs_row(e, c.p)) {
            const auto distance = e.is_load ? c.p.input_distance : c.p.output_distance;
            if (needs_place(e)) {
                w.line("const uint {} = {} + {} % {} * {};",
                       name("at"),
                       place,
                       row,
                       c.p.row_factor,
                       distance);
                place = name("at");
            }
            w.line("const uint {} = {} / {};", name("whole_row"), row, c.p.row_factor);
            row = name("whole_row");
        }
        d_rows.push_back(e.uses_row ? row + " + first_row" : row);
        d_index.push_back(needs_place(e) && !(has_simple_places() && !are_rows())
                              ? emit_indices(w, e, place, name(e.is_load ? "n" : "k"))
                              : simple_indices(place));
    }

    //! Lanes without a row have the last one again, and store it again.
    std::string row_of_lane(int lane) const
    {
        const auto text =
            lane ? fmt::format("row + {}", lane * rows_step()) : std::string("row");
        return fmt::format("min({}, last_row)", text);
    }

    //! Rows from a lane to the next: several short ones stand in a lane.
    std::int64_t rows_step() const { return c.p.columns.size / d_lanes; }

    texts simple_indices(const std::string& place) const
    {
        texts all(e.counts.size(), "0");
        if (needs_place(e) && !e.digits.empty())
            all[static_cast<std::size_t>(e.digits[0].dimension)] = place;
        return all;
    }

    std::string index(int d, int lane) const
    {
        const auto dimension = static_cast<std::size_t>(d);
        if (d_index.size() > 1)
            return d_index[static_cast<std::size_t>(lane)][dimension];
        const auto& first = d_index[0][dimension];
        const auto behind = d_order[static_cast<std::size_t>(lane)];
        return are_rows() || first == "0" || behind == 0
                   ? first
                   : fmt::format("{} + {}", first, behind);
    }

    std::string row(int lane) const
    {
        if (d_rows.size() > 1)
            return d_rows[static_cast<std::size_t>(lane)];
        if (!are_rows())
            return d_rows[0];
        return row_of_lane(lane) + (e.uses_row ? " + first_row" : "");
    }

    bool is_uniform_index(int d) const
    {
        if (are_rows())
            return d_index.size() == 1;
        for (const auto& each : e.digits)
            if (each.dimension == d)
                return false;
        return true;
    }

    //! Neighbours in a buffer, as the elements are in memory.
    value_parts run(const std::string& name, const std::string& first, bool is_complex)
    {
        const auto id = d_runs++;
        if (!is_complex) {
            w.line("const vec run{} = LOAD({} + {});", id, name, first);
            return { ordered(fmt::format("run{}", id)), "" };
        }
        w.line("{0}const {1}* run{2} = ({0}const {1}*)({3} + {4});",
               c.d.global,
               c.real(),
               id,
               name,
               first);
        w.line("const vec run{0}_a = LOAD(run{0}), run{0}_b = LOAD(run{0} + {1});",
               id,
               d_lanes);
        const char* within = is_rising() ? "" : "_WITHIN";
        w.line("const vec run{0}_re = EVEN{1}(run{0}_a, run{0}_b), run{0}_im = "
               "ODD{1}(run{0}_a, run{0}_b);",
               id,
               within);
        return { fmt::format("run{}_re", id), fmt::format("run{}_im", id) };
    }

    bool is_rising() const
    {
        for (std::size_t lane = 0; lane < d_order.size(); ++lane)
            if (d_order[lane] != static_cast<int>(lane))
                return false;
        return true;
    }

    std::string ordered(const std::string& vector) const
    {
        return is_rising() ? vector
                           : fmt::format("SHUFFLE({0}, {0}, {1})",
                                         vector,
                                         fmt::join(d_order, ", "));
    }

    value_parts value_of()
    {
        value_context v{ w, c.d, c.p, e, "vec" };
        v.lanes = d_lanes;
        v.has_vector_logarithms = has_own_logarithms(c);
        w.put("const vec from_re = *re;");
        if (!e.has_real_element)
            w.put("const vec from_im = *im;");
        v.elements = { { "from_re", e.has_real_element ? "" : "from_im" } };
        v.index = [this](int d, int lane) { return index(d, lane); };
        v.row = [this](int lane) { return row(lane); };
        v.is_uniform_index = [this](int d) { return is_uniform_index(d); };
        v.is_uniform_row = !are_rows();
        if (!are_rows() && has_simple_places())
            v.run = [this](const std::string& name,
                           const std::string& first,
                           bool is_complex) { return run(name, first, is_complex); };
        return emit_value(v);
    }

    int d_runs = 0;
};

void emit_call(simd_context& c,
               const fused_expression& e,
               const changed_vectors& of,
               const std::string& place,
               const std::string& row)
{
    texts arguments = { "&" + of.re };
    if (has_parts(e))
        arguments.push_back("&" + of.im);
    if (needs_place(e))
        arguments.push_back(place);
    if (needs_row(e, c.p))
        arguments.push_back(row);
    if (needs_row(e, c.p) && c.p.lanes_are_rows())
        arguments.emplace_back("rows - 1");
    if (e.uses_row)
        arguments.emplace_back("first_row");
    for (const auto& each : value_arguments(e))
        arguments.push_back(each);
    c.w.line("{}({});", e.is_load ? "load_values" : "store_values", joined(arguments));
}

bool uses(const simd_context& c, operation which)
{
    for (const auto& e : { c.p.load.expression, c.p.store.expression })
        if (e && has(*e->value, which))
            return true;
    return false;
}

} // namespace

void emit_value_functions(simd_context& c)
{
    if (has_own_logarithms(c)) {
        if (uses(c, operation::logarithm))
            emit_vector_logarithm(
                c.w, { "vector_log", "log of each lane", c.p.lanes(), std::log(2.0) });
        if (uses(c, operation::logarithm10))
            emit_vector_logarithm(
                c.w,
                { "vector_log10", "log10 of each lane", c.p.lanes(), std::log10(2.0) });
    }
    for (const auto& e : { c.p.load.expression, c.p.store.expression })
        if (e)
            value_function(c, *e).emit();
}

void emit_load_values(simd_context& c,
                      const changed_vectors& of,
                      const std::string& place,
                      const std::string& row)
{
    if (c.p.load.expression)
        emit_call(c, *c.p.load.expression, of, place, row);
}

void emit_store_values(simd_context& c,
                       const changed_vectors& of,
                       const std::string& place,
                       const std::string& row)
{
    if (c.p.store.expression)
        emit_call(c, *c.p.store.expression, of, place, row);
}

} // namespace gpufft::simd
