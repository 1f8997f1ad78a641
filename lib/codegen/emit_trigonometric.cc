/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "codegen/emit_ends_parts.h"
#include "codegen/literal.h"

namespace gpufft {

namespace {

constexpr double ROOT_2 = 1.4142135623730950488;

//! The caller's points in reverse.
bool is_reversed(const end_text& t, bool is_load)
{
    switch (t.end.kind) {
    case transform_kind::dst3:
    case transform_kind::dst4:
        return is_load;
    case transform_kind::dst2:
        return !is_load;
    default:
        return false;
    }
}

//! Every other of the caller's points with its sign changed.
bool is_alternating(const end_text& t, bool is_load)
{
    switch (t.end.kind) {
    case transform_kind::dst3:
    case transform_kind::dst4:
        return !is_load;
    case transform_kind::dst2:
        return is_load;
    default:
        return false;
    }
}

//! Condition on index \p n for a weight of the square root of 2; empty: none has it.
std::string weighted_points(const end_text& t, bool is_load, const char* n)
{
    if (!t.end.orthogonalize)
        return "";
    switch (t.end.kind) {
    case transform_kind::dct1:
        return fmt::format("{0} == 0 || {0} == {1}", n, t.length() - 1);
    case transform_kind::dct2:
    case transform_kind::dst2:
        return is_load ? "" : fmt::format("{} == 0", n);
    case transform_kind::dct3:
    case transform_kind::dst3:
        return is_load ? fmt::format("{} == 0", n) : "";
    default:
        return "";
    }
}

std::string place_of(const end_text& t, bool is_load, const char* n)
{
    return is_reversed(t, is_load) ? fmt::format("{} - {}", t.length() - 1, n) : n;
}

//! The type 1 have an extension to both sides; the place inside it is `m`.
void emit_extension(const end_text& t)
{
    auto& w = t.w;
    const auto core = core_length(t.end.kind, t.end.is_half, t.length());
    auto parameters = t.pointers_and_line();
    parameters.emplace_back("uint m");
    w.line("// The input, {} extended to {} points.",
           t.end.kind == transform_kind::dct1 ? "evenly" : "oddly",
           2 * core);
    t.open_function(t.real(), "extended", parameters);
    if (t.end.kind == transform_kind::dct1) {
        w.line("return sample(from, line, m <= {} ? m : {} - m);", core, 2 * core);
    } else {
        w.line("if (m == 0 || m == {})", core);
        w.line("    return {};", t.number("0.0"));
        w.line(
            "return m < {0} ? sample(from, line, m - 1) : -sample(from, line, {1} - m);",
            core,
            2 * core - 1);
    }
    t.close_function();
}

std::string call(const char* function, const std::string& place)
{
    return fmt::format("{}(from, line, {})", function, place);
}

//! `sign`, `at` and so on are the caller's in put(): arguments up to the value.
void emit_put_call(const end_text& t, const std::string& place, const std::string& value)
{
    t.w.line("put(to, line, {}, {}{});", place, value, t.p.store.scaled ? ", scale" : "");
}

std::string root_at(std::int64_t order, const std::string& e)
{
    return fmt::format("root_of_{}(twiddles, {})", order, e);
}

//! x of a dct4 of odd length: the real one whose index has the residue n.
void emit_odd_dct4_load(const end_text& t)
{
    auto& w = t.w;
    const auto n = t.length();
    w.line("// The a that is n modulo {} and 1 modulo 8, folded into 1 .. {}.",
           n,
           2 * n - 1);
    w.line("const uint a = n + {} * ((1 - n) * {} % 8);", n, n % 8);
    w.line("const uint folded = a < {} ? a : {} - a;", 4 * n, 8 * n);
    w.line("const {} value = folded < {} ? {} : -{};",
           t.real(),
           2 * n,
           call("sample", "folded / 2"),
           call("sample", fmt::format("({} - folded) / 2", 4 * n)));
    w.line("const {} x = complex_of(value, {});", t.complex(), t.number("0.0"));
}

} // namespace

bool is_trigonometric(const end_text& t) { return is_trigonometric(t.end.kind); }

void emit_sample(const end_text& t)
{
    auto& w = t.w;
    auto parameters = t.pointers_and_line();
    parameters.emplace_back("uint n");
    w.put("// Point n of the input of a dct.");
    t.open_function(t.real(), "sample", parameters);
    const auto weighted = weighted_points(t, true, "n");
    auto value = t.read_real(t.at(place_of(t, true, "n")));
    if (is_alternating(t, true) || !weighted.empty()) {
        w.line("const {} x = {};", t.real(), value);
        value = "x";
    }
    if (is_alternating(t, true))
        value = "n % 2 ? -x : x";
    if (!weighted.empty())
        value = fmt::format(
            "{} ? {} * x : {}", weighted, literal(t.p, ROOT_2), grouped(value));
    w.line("return {};", value);
    t.close_function();
    if (t.end.kind == transform_kind::dct1 || t.end.kind == transform_kind::dst1)
        emit_extension(t);
}

void emit_put(const end_text& t)
{
    auto& w = t.w;
    auto parameters = t.pointers_and_line();
    parameters.emplace_back("uint k");
    parameters.push_back(t.real() + " y");
    if (t.p.store.scaled)
        parameters.push_back("const " + t.real() + " scale");
    w.put("// Writes output k of a dct.");
    t.open_function("void", "put", parameters);
    const auto weighted = weighted_points(t, false, "k");
    if (!weighted.empty()) {
        w.line("if ({})", weighted);
        w.line("    y *= {};", literal(t.p, 1 / ROOT_2));
    }
    std::string value = t.p.store.scaled ? "scale * y" : "y";
    if (is_alternating(t, false))
        value = t.p.store.scaled ? "k % 2 ? -scale * y : scale * y" : "k % 2 ? -y : y";
    t.write_real(t.at(place_of(t, false, "k")), value);
    t.close_function();
}

void emit_trigonometric_load(const end_text& t)
{
    auto& w = t.w;
    const auto length = t.length();
    const auto declare = [&](const std::string& re, const std::string& im) {
        w.line("const {} x = complex_of({}, {});", t.complex(), re, im);
    };
    switch (t.end.kind) {
    case transform_kind::dct1:
    case transform_kind::dst1:
        declare(call("extended", "2 * n"), call("extended", "2 * n + 1"));
        break;
    case transform_kind::dct2:
    case transform_kind::dst2:
        if (t.end.is_half) {
            w.line("const {} even = {};", t.real(), call("sample", "shuffled(2 * n)"));
            w.line("const {} odd = {};", t.real(), call("sample", "shuffled(2 * n + 1)"));
            declare("even", "odd");
        } else {
            declare(call("sample", "shuffled(n)"), t.number("0.0"));
        }
        break;
    case transform_kind::dct3:
    case transform_kind::dst3:
        if (t.end.is_half)
            emit_half_of_bins(t);
        else
            w.line("const {} x = bin_at(from, line, n, twiddles);", t.complex());
        break;
    default: // dct4, dst4
        if (!t.end.is_half) {
            emit_odd_dct4_load(t);
            break;
        }
        w.line("const {} even = {};", t.real(), call("sample", "2 * n"));
        w.line("const {} odd = {};",
               t.real(),
               call("sample", fmt::format("{} - 2 * n", length - 1)));
        w.line("const {} x = cmul(dct4_root(twiddles, n), complex_of(even, odd));",
               t.complex());
        break;
    }
}

void emit_trigonometric_store(const end_text& t)
{
    auto& w = t.w;
    const auto length = t.length();
    const auto twice = t.number("2.0") + " * ";
    switch (t.end.kind) {
    case transform_kind::dct2:
    case transform_kind::dst2:
        w.line("const {} turned = cmul({}, z);", t.complex(), root_at(4 * length, "k"));
        emit_put_call(t, "k", twice + "turned.x");
        break;
    case transform_kind::dct3:
    case transform_kind::dst3:
        if (t.end.is_half) {
            emit_put_call(t, "shuffled(2 * k)", "z.x");
            emit_put_call(t, "shuffled(2 * k + 1)", "z.y");
        } else {
            emit_put_call(t, "shuffled(k)", "z.x");
        }
        break;
    default: // dct4, dst4
        if (t.end.is_half) {
            w.line(
                "const {} turned = cmul({}, z);", t.complex(), root_at(2 * length, "k"));
            emit_put_call(t, "2 * k", twice + "turned.x");
            emit_put_call(
                t, fmt::format("{} - 2 * k", length - 1), "-" + twice + "turned.y");
            break;
        }
        w.line("// The odd b below {} that is 8 k modulo {}.", 2 * length, length);
        w.line("const uint residue = 8 * k % {};", length);
        w.line("const uint b = residue % 2 ? residue : residue + {};", length);
        w.line("const {} turned = cmul({}, z);",
               t.complex(),
               root_at(8, fmt::format("b * {} % 8", length % 8)));
        emit_put_call(t, "b / 2", twice + "turned.x");
        break;
    }
}

void emit_trigonometric_mirrored(const end_text& t)
{
    auto& w = t.w;
    const auto length = t.length();
    const auto core = core_length(t.end.kind, t.end.is_half, length);
    const auto twice = t.number("2.0") + " * ";
    w.line("const {} bin = even + cmul({}, odd);", t.complex(), root_at(2 * core, "k"));
    switch (t.end.kind) {
    case transform_kind::dct1:
        emit_put_call(t, "k", "bin.x");
        w.put("if (k == 0)");
        w.put("    put(to, line, " + std::to_string(core) + ", even.x - odd.x" +
              (t.p.store.scaled ? ", scale);" : ");"));
        break;
    case transform_kind::dst1:
        w.put("if (k > 0)");
        w.put(std::string("    put(to, line, k - 1, -bin.y") +
              (t.p.store.scaled ? ", scale);" : ");"));
        break;
    default: // dct2, dst2
        w.line("const {} turned = cmul({}, bin);", t.complex(), root_at(4 * length, "k"));
        emit_put_call(t, "k", twice + "turned.x");
        w.open("if (k == 0)");
        emit_put_call(t,
                      std::to_string(core),
                      fmt::format("{} * (even.x - odd.x)", literal(t.p, ROOT_2)));
        w.close();
        w.open("else");
        emit_put_call(t, fmt::format("{} - k", length), "-" + twice + "turned.y");
        w.close();
        break;
    }
}

bool needs_shuffle(const end_operation& end)
{
    return end.kind == transform_kind::dct2 || end.kind == transform_kind::dst2 ||
           end.kind == transform_kind::dct3 || end.kind == transform_kind::dst3;
}

void emit_shuffle(source_writer& w, const dialect& d, const pass& p)
{
    const auto length = p.dimensions.back().caller_length;
    w.put("// Even points first, then the odd ones backwards (Makhoul 1980).");
    w.line("{} uint shuffled(uint m)", d.function);
    w.open();
    w.line("return 2 * m < {} ? 2 * m : {} - 2 * m;", length, 2 * length - 1);
    w.close();
    w.blank();
}

} // namespace gpufft
