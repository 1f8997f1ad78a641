/* SPDX-License-Identifier: GPL-3.0-or-later */
// What instructions do, by NVIDIA's "Parallel Thread Execution ISA".
#include "reference/ptx/ptx_actions.h"
#include "reference/ptx/ptx_group.h"
#include "support/judges/half.h"
#include <fmt/format.h>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <algorithm>
#include <cmath>
#include <limits>

namespace gpufft::testing {

namespace {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using table = std::map<std::string, ptx_action>;

//! Applies \p f to the registers that are read, each as its argument's type.
template <class result, class... arguments, class function>
ptx_action action_of(function f)
{
    return [f](ptx_group& g, const ptx_instruction& i) {
        for (const auto lane : g.lanes()) {
            auto next = i.from.begin();
            // Arguments in braces are evaluated in order.
            const std::tuple<arguments...> all{ g.get<arguments>(*next++, lane)... };
            g.put<result>(i.to.at(0), lane, std::apply(f, all));
        }
    };
}

template <class value>
void add_arithmetic(table& t, const std::string& type)
{
    t["add." + type] = action_of<value, value, value>(
        [](value a, value b) { return static_cast<value>(a + b); });
    t["sub." + type] = action_of<value, value, value>(
        [](value a, value b) { return static_cast<value>(a - b); });
}

template <class value>
void add_order(table& t, const std::string& type)
{
    t["min." + type] =
        action_of<value, value, value>([](value a, value b) { return std::min(a, b); });
    t["max." + type] =
        action_of<value, value, value>([](value a, value b) { return std::max(a, b); });
    const auto compare = [&](const char* name, auto f) {
        t[fmt::format("setp.{}.{}", name, type)] = action_of<u64, value, value>(
            [f](value a, value b) { return static_cast<u64>(f(a, b)); });
    };
    compare("eq", std::equal_to<value>());
    compare("ne", std::not_equal_to<value>());
    compare("lt", std::less<value>());
    compare("le", std::less_equal<value>());
    compare("gt", std::greater<value>());
    compare("ge", std::greater_equal<value>());
}

//! Adds instructions on whole numbers; \p unsigned_value is as wide as \p value.
template <class value, class unsigned_value, class twice>
void add_integers(table& t, const std::string& type)
{
    using wide = unsigned_value;
    add_order<value>(t, type);
    t["add." + type] = action_of<wide, wide, wide>(
        [](wide a, wide b) { return static_cast<wide>(a + b); });
    t["sub." + type] = action_of<wide, wide, wide>(
        [](wide a, wide b) { return static_cast<wide>(a - b); });
    t["mul.lo." + type] = action_of<wide, wide, wide>(
        [](wide a, wide b) { return static_cast<wide>(u64(a) * b); });
    t["mad.lo." + type] = action_of<wide, wide, wide, wide>(
        [](wide a, wide b, wide c) { return static_cast<wide>(u64(a) * b + c); });
    t["mul.wide." + type] = action_of<twice, value, value>(
        [](value a, value b) { return static_cast<twice>(static_cast<twice>(a) * b); });
    t["mad.wide." + type] =
        action_of<twice, value, value, twice>([](value a, value b, twice c) {
            return static_cast<twice>(static_cast<twice>(a) * b + c);
        });
    t["mul.hi." + type] = action_of<value, value, value>([](value a, value b) {
        return static_cast<value>((static_cast<__int128>(a) * b) >> (8 * sizeof(value)));
    });
    t["div." + type] = action_of<value, value, value>(
        [](value a, value b) { return static_cast<value>(b ? a / b : ~value()); });
    t["rem." + type] = action_of<value, value, value>(
        [](value a, value b) { return static_cast<value>(b ? a % b : a); });
    t["neg." + type] =
        action_of<wide, wide>([](wide a) { return static_cast<wide>(0 - a); });
    t["shr." + type] = action_of<value, value, u32>([](value a, u32 by) {
        const u32 bits = 8 * sizeof(value);
        return static_cast<value>(by < bits ? a >> by : a < value() ? ~value() : value());
    });
}

template <class value>
void add_bits(table& t, const std::string& type)
{
    add_order<value>(t, type);
    t["and." + type] = action_of<value, value, value>(
        [](value a, value b) { return static_cast<value>(a & b); });
    t["or." + type] = action_of<value, value, value>(
        [](value a, value b) { return static_cast<value>(a | b); });
    t["xor." + type] = action_of<value, value, value>(
        [](value a, value b) { return static_cast<value>(a ^ b); });
    t["not." + type] =
        action_of<value, value>([](value a) { return static_cast<value>(~a); });
    t["shl." + type] = action_of<value, value, u32>([](value a, u32 by) {
        return static_cast<value>(by < 8 * sizeof(value) ? u64(a) << by : 0);
    });
    t["shr." + type] = action_of<value, value, u32>([](value a, u32 by) {
        return static_cast<value>(by < 8 * sizeof(value) ? a >> by : 0);
    });
}

template <class value>
void add_moves(table& t, const std::string& type)
{
    t["mov." + type] = action_of<value, value>([](value a) { return a; });
    t["selp." + type] = action_of<value, value, value, u64>(
        [](value a, value b, u64 chosen) { return chosen ? a : b; });
    t["volatile." + type] = t["mov." + type];
}

//! Comparisons that a NaN fulfils ("ltu"), one that it does not ("ne"), and what else
//! counts with it.
template <class value>
void add_unordered(table& t, const std::string& type)
{
    const auto compare = [&](const char* name, auto f) {
        t[fmt::format("setp.{}.{}", name, type)] = action_of<u64, value, value>(
            [f](value a, value b) { return static_cast<u64>(f(a, b)); });
    };
    compare("equ", [](value a, value b) { return !(a < b || a > b); });
    compare("neu", [](value a, value b) { return a != b; });
    compare("ltu", [](value a, value b) { return !(a >= b); });
    compare("leu", [](value a, value b) { return !(a > b); });
    compare("gtu", [](value a, value b) { return !(a <= b); });
    compare("geu", [](value a, value b) { return !(a < b); });
    compare("ne", [](value a, value b) { return a < b || a > b; });
    // The larger or smaller one of a number and a NaN is the number.
    t["min." + type] =
        action_of<value, value, value>([](value a, value b) { return std::fmin(a, b); });
    t["max." + type] =
        action_of<value, value, value>([](value a, value b) { return std::fmax(a, b); });
    compare("nan", [](value a, value b) { return std::isnan(a) || std::isnan(b); });
    compare("num", [](value a, value b) { return !std::isnan(a) && !std::isnan(b); });
}

template <class value>
void add_floats(table& t, const std::string& type)
{
    add_arithmetic<value>(t, type);
    add_order<value>(t, type);
    add_unordered<value>(t, type);
    const auto fused = action_of<value, value, value, value>(
        [](value a, value b, value c) { return std::fma(a, b, c); });
    t["fma.rn." + type] = fused;
    t["add.rn." + type] = t["add." + type];
    t["sub.rn." + type] = t["sub." + type];
    t["mul." + type] =
        action_of<value, value, value>([](value a, value b) { return a * b; });
    t["mul.rn." + type] = t["mul." + type];
    t["div.rn." + type] =
        action_of<value, value, value>([](value a, value b) { return a / b; });
    t["neg." + type] = action_of<value, value>([](value a) { return -a; });
    t["abs." + type] = action_of<value, value>([](value a) { return std::abs(a); });
    t["sqrt.rn." + type] = action_of<value, value>([](value a) { return std::sqrt(a); });
    t["rcp.rn." + type] = action_of<value, value>([](value a) { return 1 / a; });
    t["cvt.sat." + type + "." + type] = action_of<value, value>(
        [](value a) { return a > 0 ? std::min<value>(a, 1) : 0; });
    t["cvt.rni." + type + "." + type] =
        action_of<value, value>([](value a) { return std::nearbyint(a); });
    t["cvt.rzi." + type + "." + type] =
        action_of<value, value>([](value a) { return std::trunc(a); });
    t["cvt.rmi." + type + "." + type] =
        action_of<value, value>([](value a) { return std::floor(a); });
    t["cvt.rn." + type + ".u32"] =
        action_of<value, u32>([](u32 a) { return static_cast<value>(a); });
    t["cvt.rn." + type + ".s32"] =
        action_of<value, s32>([](s32 a) { return static_cast<value>(a); });
    t["cvt.rn." + type + ".u64"] =
        action_of<value, u64>([](u64 a) { return static_cast<value>(a); });
    t["cvt.rn." + type + ".s16"] =
        action_of<value, s16>([](s16 a) { return static_cast<value>(a); });
    t["cvt.rn." + type + ".u16"] =
        action_of<value, u16>([](u16 a) { return static_cast<value>(a); });
    // A value out of range becomes the nearest that is in it.
    t["cvt.rzi.u32." + type] = action_of<u32, value>([](value a) {
        return static_cast<u32>(std::clamp(static_cast<double>(a), 0.0, 4294967295.0));
    });
    t["cvt.rzi.s32." + type] = action_of<s32, value>([](value a) {
        return static_cast<s32>(
            std::clamp(static_cast<double>(a), -2147483648.0, 2147483647.0));
    });
}

template <class to, class from>
void add_conversion(table& t, const char* name)
{
    t[name] = action_of<to, from>([](from a) { return static_cast<to>(a); });
}

void add_conversions(table& t)
{
    add_conversion<u16, u32>(t, "cvt.u16.u32");
    add_conversion<u16, u64>(t, "cvt.u16.u64");
    add_conversion<u32, u16>(t, "cvt.u32.u16");
    add_conversion<u32, u64>(t, "cvt.u32.u64");
    add_conversion<u64, u16>(t, "cvt.u64.u16");
    add_conversion<u64, u32>(t, "cvt.u64.u32");
    add_conversion<s32, s16>(t, "cvt.s32.s16");
    add_conversion<s64, s32>(t, "cvt.s64.s32");
    add_conversion<s64, s16>(t, "cvt.s64.s16");
    add_conversion<u32, u8>(t, "cvt.u32.u8");
    add_conversion<s32, std::int8_t>(t, "cvt.s32.s8");
    add_conversion<s16, std::int8_t>(t, "cvt.s16.s8");
    add_conversion<u16, u8>(t, "cvt.u16.u8");
    add_conversion<float, double>(t, "cvt.rn.f32.f64");
    add_conversion<double, float>(t, "cvt.f64.f32");
    t["cvt.f32.f16"] =
        action_of<float, u16>([](u16 a) { return static_cast<float>(value_of_half(a)); });
    t["cvt.rn.f16.f32"] = action_of<u16, float>([](float a) { return half_of(a); });
}

u32 permuted(u32 a, u32 b, u32 selector)
{
    const u64 bytes = u64(b) << 32 | a;
    u32 made = 0;
    for (int i = 0; i < 4; ++i) {
        const auto chosen = selector >> 4 * i & 15;
        auto one = static_cast<u32>(bytes >> 8 * (chosen & 7) & 255);
        if (chosen & 8)
            one = one & 128 ? 255 : 0;
        made |= one << 8 * i;
    }
    return made;
}

u32 with_field(u32 field, u32 into, u32 at, u32 bits)
{
    at &= 255;
    bits &= 255;
    const auto all = bits < 32 ? (u64(1) << bits) - 1 : u64(0xffffffff);
    const auto mask = at < 32 ? static_cast<u32>(all << at) : 0;
    return (into & ~mask) | (at < 32 ? static_cast<u32>(u64(field) << at) & mask : 0);
}

u32 field_of(u32 a, u32 at, u32 bits)
{
    at &= 255;
    bits &= 255;
    const auto all = bits < 32 ? (u64(1) << bits) - 1 : u64(0xffffffff);
    return at < 32 ? static_cast<u32>(a >> at & all) : 0;
}

//! "atom.global.add.u32", which gives what was there, and "red...", which does not.
ptx_action atomic_sum(bool gives)
{
    return [gives](ptx_group& g, const ptx_instruction& i) {
        for (const auto lane : g.lanes()) {
            auto* at =
                g.memory_at(g.get<u64>(i.from.at(0), lane) + i.offset, sizeof(u32), lane);
            u32 before = 0;
            std::memcpy(&before, at, sizeof(before));
            const u32 sum = before + g.get<u32>(i.from.at(1), lane);
            std::memcpy(at, &sum, sizeof(sum));
            if (gives)
                g.put(i.to.at(0), lane, before);
        }
    };
}

void add_rest(table& t)
{
    t["bfi.b32"] = action_of<u32, u32, u32, u32, u32>(with_field);
    t["bfe.u32"] = action_of<u32, u32, u32, u32>(field_of);
    t["prmt.b32"] = action_of<u32, u32, u32, u32>(permuted);
    t["popc.b32"] = action_of<u32, u32>(
        [](u32 a) { return static_cast<u32>(__builtin_popcount(a)); });
    t["clz.b32"] = action_of<u32, u32>(
        [](u32 a) { return static_cast<u32>(a ? __builtin_clz(a) : 32); });
    t["dp2a.lo.u32.u32"] = action_of<u32, u32, u32, u32>([](u32 a, u32 b, u32 c) {
        return c + (a & 0xffff) * (b & 255) + (a >> 16) * (b >> 8 & 255);
    });
    t["dp4a.u32.u32"] = action_of<u32, u32, u32, u32>([](u32 a, u32 b, u32 c) {
        for (int i = 0; i < 32; i += 8)
            c += (a >> i & 255) * (b >> i & 255);
        return c;
    });
    for (const char* ftz : { "", ".ftz" }) {
        t[fmt::format("lg2.approx{}.f32", ftz)] =
            action_of<float, float>([](float a) { return std::log2(a); });
        t[fmt::format("ex2.approx{}.f32", ftz)] =
            action_of<float, float>([](float a) { return std::exp2(a); });
    }
    for (const char* space : { "global", "shared" }) {
        t[fmt::format("atom.{}.add.u32", space)] = atomic_sum(true);
        t[fmt::format("red.{}.add.u32", space)] = atomic_sum(false);
    }
    const auto keep = action_of<u64, u64>([](u64 a) { return a; });
    for (const char* space : { "global", "shared", "local" })
        for (const char* way : { "", ".to" })
            t[fmt::format("cvta{}.{}.u64", way, space)] = keep;
    // A predicate is the lowest bit of a register; "true" is the constant -1.
    t["and.pred"] = action_of<u64, u64, u64>([](u64 a, u64 b) { return a & b & 1; });
    t["or.pred"] = action_of<u64, u64, u64>([](u64 a, u64 b) { return (a | b) & 1; });
    t["xor.pred"] = action_of<u64, u64, u64>([](u64 a, u64 b) { return (a ^ b) & 1; });
    t["not.pred"] = action_of<u64, u64>([](u64 a) { return (a ^ 1) & 1; });
    t["mov.pred"] = action_of<u64, u64>([](u64 a) { return a & 1; });
    t["bar.warp.sync"] = [](auto&, auto&) {};
}

table make_table()
{
    table t;
    add_integers<u16, u16, u32>(t, "u16");
    add_integers<s16, u16, s32>(t, "s16");
    add_integers<u32, u32, u64>(t, "u32");
    add_integers<s32, u32, s64>(t, "s32");
    add_integers<u64, u64, u64>(t, "u64");
    add_integers<s64, u64, s64>(t, "s64");
    add_bits<u16>(t, "b16");
    add_bits<u32>(t, "b32");
    add_bits<u64>(t, "b64");
    add_floats<float>(t, "f32");
    add_floats<double>(t, "f64");
    for (const char* type : { "b16", "u16", "s16" })
        add_moves<u16>(t, type);
    for (const char* type : { "b32", "u32", "s32", "f32" })
        add_moves<u32>(t, type);
    for (const char* type : { "b64", "u64", "s64", "f64" })
        add_moves<u64>(t, type);
    add_conversions(t);
    add_rest(t);
    return t;
}

// Instructions on memory: "ld.global.nc.v2.f32", "st.shared.f64" ...

std::size_t bytes_of(const std::string& type) { return std::stoul(type.substr(1)) / 8; }

//! A signed number keeps its sign in a wider register.
std::uint64_t read(const unsigned char* at, const std::string& type)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, at, bytes_of(type));
    if (type == "s8")
        return static_cast<u32>(static_cast<std::int8_t>(bits));
    if (type == "s16")
        return static_cast<u32>(static_cast<s16>(bits));
    return bits;
}

ptx_action memory_action(const std::vector<std::string>& words)
{
    const auto type = words.back();
    const auto bytes = bytes_of(type);
    std::size_t count = 1;
    for (const auto& word : words)
        if (word == "v2" || word == "v4")
            count = word[1] - '0';
    if (words.at(1) == "param")
        return [=](ptx_group& g, const ptx_instruction& i) {
            for (const auto lane : g.lanes())
                g.put(i.to.at(0), lane, read(g.parameter_at(i.offset), type));
        };
    if (words.front() == "ld")
        return [=](ptx_group& g, const ptx_instruction& i) {
            for (const auto lane : g.lanes()) {
                const auto* at = g.memory_at(
                    g.get<u64>(i.from.at(0), lane) + i.offset, count * bytes, lane);
                for (std::size_t k = 0; k < count; ++k)
                    g.put(i.to.at(k), lane, read(at + k * bytes, type));
            }
        };
    return [=](ptx_group& g, const ptx_instruction& i) {
        for (const auto lane : g.lanes()) {
            auto* at = g.memory_at(
                g.get<u64>(i.from.at(0), lane) + i.offset, count * bytes, lane);
            for (std::size_t k = 0; k < count; ++k) {
                const auto bits = g.get<u64>(i.from.at(1 + k), lane);
                std::memcpy(at + k * bytes, &bits, bytes);
            }
        }
    };
}

} // namespace

ptx_action ptx_action_of(const std::string& name)
{
    static const table all = make_table();
    const auto found = all.find(name);
    if (found != all.end())
        return found->second;
    std::vector<std::string> words;
    boost::split(words, name, boost::is_any_of("."));
    if (words.size() > 2 && (words.front() == "ld" || words.front() == "st"))
        return memory_action(words);
    return nullptr;
}

} // namespace gpufft::testing
