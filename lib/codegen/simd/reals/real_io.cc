/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/simd/reals/real_io.h"
#include "codegen/simd/reals/row_slots.h"
#include "codegen/simd/row_facts.h"
#include "codegen/text/index_text.h"

namespace gpufft::simd {

namespace {

using places = std::vector<std::uint32_t>;

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

//! \p whole itself, or its planes at the pointers \p real and \p imaginary.
std::vector<real_io> planes_of(const real_io& whole,
                               const io_operation& op,
                               const char* real,
                               const char* imaginary)
{
    if (op.stored != element::planar)
        return { whole };
    std::vector<real_io> planes(2, whole);
    for (int plane = 0; plane < 2; ++plane) {
        planes[plane].planes = 2;
        planes[plane].plane = plane;
        planes[plane].pointer = plane ? imaginary : real;
    }
    return planes;
}

} // namespace

std::vector<real_io> real_io::input(simd_context& c)
{
    const real_io whole = { c,      "input_place",        row_input_places(c.p),
                            "from", numbers_of(c.p.load), row_input_alternates(c.p) };
    return planes_of(whole, c.p.load, "from_re", "from_im");
}

std::vector<real_io> real_io::output(simd_context& c)
{
    const real_io whole = { c,    "output_place",        row_output_places(c.p),
                            "to", numbers_of(c.p.store), row_output_alternates(c.p) };
    return planes_of(whole, c.p.store, "to_re", "to_im");
}

bool real_io::has_table() const { return !is_written_out(c.p) && !is_in_order(c, of); }

std::string real_io::written_out(std::int64_t n) const
{
    const auto slots = row_slots(c.p);
    const auto place = static_cast<std::int64_t>(of[n % count() * planes + plane]);
    return fmt::format(
        "{}[{}]", place < slots ? "re" : "im", n / count() * slots + place % slots);
}

std::string real_io::place(const std::string& first, int i) const
{
    if (is_written_out(c.p))
        return written_out(numbers * std::stoll(first) + i);
    const int together = numbers * planes; // of the table, for an element
    if (has_table())
        return fmt::format(
            "scratch[{}[{}]]",
            table,
            offset_from(together == 1 ? first : "2 * " + first, i * planes + plane));
    if (planes > 1)
        return fmt::format("{}[{}]", plane ? "im" : "re", offset_from(first, i));
    const auto slot = numbers == 1 ? first + " / 2" : first;
    return fmt::format("{}[{}]", i % 2 ? "im" : "re", offset_from(slot, i / 2));
}

std::string real_io::sign(const std::string& first, int i) const
{
    if (!alternates)
        return "";
    if (is_written_out(c.p))
        return (std::stoll(first) + i) % count() % 2 ? "-" : "";
    if (count() % 2)
        return i % 2 ? "-sign * " : "sign * ";
    return i % 2 ? "-" : "";
}

void real_io::declare_sign(const std::string& first) const
{
    if (alternates && count() % 2 && !is_written_out(c.p))
        c.w.line("const {0} sign = {1} % 2 ? -1 : 1;", real_type(c.p), first);
}

transpose_blocks real_io::blocks(std::int64_t distance) const
{
    transpose_blocks s;
    s.pointer = pointer;
    s.numbers = numbers;
    s.distance = numbers * distance;
    s.elements = count() / numbers;
    return s;
}

} // namespace gpufft::simd
