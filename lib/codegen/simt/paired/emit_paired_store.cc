/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/io/io_text.h"
#include "codegen/simt/paired/emit_paired.h"
#include "codegen/simt/paired/rotated_root.h"
#include "codegen/simt/simt_io.h"
#include "codegen/text/float16_pairs.h"
#include "codegen/text/index_text.h"
#include "codegen/text/literal.h"
#include "plan/ir/forms/cosine_stages.h"
#include "plan/ir/forms/folds.h"
#include "plan/simt/conjugate_pairs.h"
#include "plan/simt/io_tables.h"

namespace gpufft::simt {

namespace {

constexpr double ROOT_HALF = 0.70710678118654752440;

//! An output's place in the row: `offset` more, or `offset` less that.
struct place_of_k {
    bool is_rising;
    std::int64_t offset;
};

/*!
 * Pairs of the work-item, in three parts: those of k = pair, pair + L ... up to the
 * middle; beyond it the conjugates of the others, of which work-item 0 has those of L / 2
 * instead; and the one that this has more than there are.
 */
class paired_stores
{
public:
    explicit paired_stores(simt_context& context)
        : c(context),
          d_i(c.p.steps() - 1),
          d_radix(c.stage_at(d_i).radix),
          d_near(d_radix / 2 + 1),
          d_points(c.p.dimensions.front().length),
          d_apart(d_points / d_radix),
          d_kind(c.p.store.kind),
          d_is_alone(c.p.butterflies(d_i) == 1),
          d_is_shuffled(gpufft::is_shuffled(d_kind))
    {
        const auto order = d_is_shuffled ? 8 * d_points : 2 * d_points;
        d_roots.push_back({ "root", root_function(order), order, 1 });
        if (d_is_shuffled)
            d_roots.push_back({ "fifth", fifth_root_function(order), order, 5 });
        if (d_radix % 2)
            d_near = (d_radix + 1) / 2;
    }

    void emit()
    {
        emit_pointers();
        emit_roots();
        for (int v = 0; v < d_near; ++v)
            emit_near(v);
        if (d_is_alone)
            return;
        emit_far_base();
        for (int v = d_near; v < d_radix; ++v)
            emit_far(v);
        emit_last();
    }

private:
    simt_context& c;
    std::size_t d_i;
    int d_radix;
    int d_near; // pairs of the first part
    std::int64_t d_points;
    std::int64_t d_apart; // L
    transform_kind d_kind;
    bool d_is_alone;
    bool d_is_shuffled;
    std::vector<rotated_root> d_roots;

    bool is_staged() const { return c.p.workgroup().staged_output; }
    bool is_real() const { return c.p.store.stored == element::real; }
    //! Staged rows become float16 numbers when they leave local memory.
    bool is_float16() const { return c.p.store.is_float16 && !is_staged(); }
    std::int64_t stride() const { return c.p.dimensions.front().output_stride; }

    //! Type of a pointer to an output: in local memory where rows are staged, else in
    //! global memory.
    std::string pointer() const
    {
        if (!is_staged())
            return c.d.global + element_type(c.p, c.p.store) + "*";
        return c.d.local + (is_real() ? c.real() : c.complex()) + "*";
    }

    void emit_pointers()
    {
        auto& w = c.w;
        const auto star = pointer();
        std::string base;
        if (is_staged()) {
            base = fmt::format("({})(exchange + {})", star, c.layout.exchange_points);
            if (c.p.columns.size > 1)
                base += fmt::format(" + {} * column",
                                    staged_row(c.p, false) * (is_real() ? 2 : 1));
        } else {
            base = emit_callers_row(c, d_i, pass_io::output);
        }
        if (d_is_alone) {
            w.line("{} up = {};", star, base);
            return;
        }
        w.line("{} up = {};", star, base + times("+", "pair"));
        w.line("{} down = {};", star, offset_from(base, middle()) + times("-", "pair"));
    }

    std::string times(const char* sign, const char* name) const
    {
        return stride() == 1 ? fmt::format(" {} {}", sign, name)
                             : fmt::format(" {} {} * {}", sign, stride(), name);
    }

    std::int64_t middle() const { return d_points * stride(); }

    //! What every value is multiplied by besides.
    std::string factor() const
    {
        if (d_is_shuffled)
            return c.p.store.scaled ? "scale" : "";
        const auto half = literal(c.p, 0.5);
        return c.p.store.scaled ? half + " * scale" : half;
    }

    void emit_roots()
    {
        auto& w = c.w;
        const auto by = factor();
        if (!d_is_shuffled)
            w.line("const {} half_of = {};", c.real(), by);
        for (const auto& r : d_roots) {
            const auto value = d_is_alone ? root_number(c.p, r, 0)
                                          : fmt::format("{}(twiddles, pair)", r.function);
            const auto name = d_is_shuffled ? by : "half_of";
            w.line("const {} {} = {}{};",
                   c.complex(),
                   r.name,
                   name.empty() ? "" : name + " * ",
                   value);
        }
    }

    void emit_far_base()
    {
        auto& w = c.w;
        w.put("// Beyond the middle; work-item 0 goes on with its other butterfly.");
        const auto begin = d_near * d_apart * stride();
        const auto other = d_apart / 2 * stride();
        const auto star = pointer();
        w.line("const uint beyond = pair ? {} : {};", begin, other);
        w.line("{} far_up = up + beyond;", star);
        w.line("{} far_down = down - beyond;", star);
        const auto by = d_is_shuffled ? factor() : "half_of";
        for (const auto& r : d_roots)
            w.line("const {} far_{} = pair ? {} : {}{};",
                   c.complex(),
                   r.name,
                   rotated(c.p, r, r.name, d_near * d_apart),
                   by.empty() ? "" : by + " * ",
                   root_number(c.p, r, d_apart / 2));
    }

    void emit_near(int v)
    {
        const auto own = (d_radix - v) % d_radix;
        auto mirror = fmt::format("x{}", own);
        const auto conjugate = 2 * d_radix - 1 - v;
        if (!d_is_alone)
            mirror = fmt::format("pair ? x{} : x{}", conjugate, own);
        std::vector<std::string> roots;
        for (const auto& r : d_roots)
            roots.push_back(rotated(c.p, r, r.name, v * d_apart));
        emit_pair(fmt::format("x{}", v), mirror, roots, "", v * d_apart, v == 0);
    }

    void emit_far(int v)
    {
        const auto other = v - d_near;
        const auto z = fmt::format("pair ? x{} : x{}", v, d_radix + other);
        const auto mirror =
            fmt::format("pair ? x{} : x{}", 2 * d_radix - 1 - v, 2 * d_radix - 1 - other);
        std::vector<std::string> roots;
        for (const auto& r : d_roots)
            roots.push_back(rotated(c.p, r, "far_" + r.name, other * d_apart));
        emit_pair(z, mirror, roots, "far_", other * d_apart, false);
    }

    void emit_last()
    {
        const auto other = d_radix - d_near;
        const auto k = d_apart / 2 + other * d_apart;
        c.w.open("if (pair == 0)");
        const auto by = d_is_shuffled ? factor() : "half_of";
        std::vector<std::string> roots;
        for (const auto& r : d_roots)
            roots.push_back((by.empty() ? "" : by + " * ") + root_number(c.p, r, k));
        emit_pair(fmt::format("x{}", d_radix + other),
                  fmt::format("x{}", 2 * d_radix - 1 - other),
                  roots,
                  "",
                  k,
                  false);
        c.w.close();
    }

    //! The outputs that \p z and \p mirror give, of k = base + \p k.
    void emit_pair(const std::string& z,
                   const std::string& mirror,
                   const std::vector<std::string>& roots,
                   const char* pointers,
                   std::int64_t k,
                   bool is_first)
    {
        auto& w = c.w;
        w.open();
        w.line("const {} z = {};", c.complex(), z);
        w.line("const {} mirror = {};", c.complex(), mirror);
        w.line("const {} even = complex_of(z.x + mirror.x, z.y - mirror.y);",
               c.complex());
        w.line("const {} odd = complex_of(z.y + mirror.y, mirror.x - z.x);", c.complex());
        if (d_is_shuffled) {
            w.line("const {} e = cmul({}, even);", c.complex(), roots[0]);
            w.line("const {} o = cmul({}, odd);", c.complex(), roots[1]);
            put_shuffled(pointers, k, is_first);
        } else {
            w.line("const {} e = half_of * even;", c.complex());
            w.line("const {} o = cmul({}, odd);", c.complex(), roots[0]);
            put_bins(pointers, k, is_first);
        }
        w.close();
    }

    void put_bins(const char* pointers, std::int64_t k, bool is_first)
    {
        switch (d_kind) {
        case transform_kind::dct1:
            put(pointers, { true, k }, weighted("e.x + o.x", is_first));
            put(pointers, { false, d_points - k }, weighted("e.x - o.x", is_first));
            break;
        case transform_kind::dst1:
            put(pointers, { true, k - 1 }, "-e.y - o.y", is_first);
            put(pointers, { false, d_points - k - 1 }, "e.y - o.y", is_first);
            break;
        default: // r2c
            put(pointers, { true, k }, "complex_of(e.x + o.x, e.y + o.y)");
            put(pointers, { false, d_points - k }, "complex_of(e.x - o.x, o.y - e.y)");
            break;
        }
    }

    void put_shuffled(const char* pointers, std::int64_t k, bool is_first)
    {
        const auto root = literal(c.p, ROOT_HALF);
        c.w.line("const {} re = {} * (e.x - o.x);", c.real(), root);
        c.w.line("const {} im = {} * (e.y - o.y);", c.real(), root);
        put(pointers, { true, k }, weighted("e.x + o.x", is_first));
        put(pointers, { false, 2 * d_points - k }, "-e.y - o.y", is_first);
        put(pointers, { false, d_points - k }, "re - im");
        put(pointers, { true, d_points + k }, "re + im");
    }

    //! Output 0, and of a dct1 the last one too, where the transform is orthogonal.
    std::string weighted(const std::string& value, bool is_first) const
    {
        if (!is_first || !c.p.store.orthogonalize || d_kind == transform_kind::dst1)
            return value;
        const auto less = fmt::format("{} * ({})", literal(c.p, ROOT_HALF), value);
        return d_is_alone ? less : fmt::format("pair ? {} : {}", value, less);
    }

    std::string
    statement(const std::string& to, std::int64_t offset, const std::string& value) const
    {
        if (!is_float16())
            return fmt::format("{}[{}] = {};", to, offset, value);
        // Not as an index, which is unsigned.
        const auto place = offset_from(to, offset);
        if (is_real())
            return fmt::format("vstore_half({}, 0, {});", value, place);
        return store_half_pair(halves_at(c.d, grouped(place)), "0", value);
    }

    //! \param is_first  k may be 0, which has no such output
    void put(const char* pointers,
             place_of_k at,
             const std::string& value,
             bool is_first = false)
    {
        if (is_first && d_is_alone)
            return;
        if (d_kind == transform_kind::dst2) // the dct2's outputs backwards
            at = { !at.is_rising, 2 * d_points - 1 - at.offset };
        const bool is_up = at.is_rising || d_is_alone;
        const auto offset = (is_up ? at.offset : at.offset - d_points) * stride();
        const auto to = std::string(pointers) + (is_up ? "up" : "down");
        c.w.put((is_first ? "if (pair) " : "") + statement(to, offset, value));
    }
};

} // namespace

void emit_paired_stores(simt_context& c)
{
    const bool is_only = c.p.stages.size() == 1; // the block has the input's names
    if (is_only)
        c.w.open();
    const auto guard = c.p.workgroup().staged_output ? "" : is_within(c);
    if (!guard.empty())
        c.w.open(fmt::format("if ({})", guard));
    if (c.p.store.needs_pairs())
        paired_stores(c).emit();
    else if (cosine_of(c.p.store.kind).type == 4)
        emit_paired_dct4_stores(c);
    else
        emit_paired_reals(c);
    if (!guard.empty())
        c.w.close();
    if (is_only)
        c.w.close();
}

} // namespace gpufft::simt
