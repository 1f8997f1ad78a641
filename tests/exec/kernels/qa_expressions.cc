/* SPDX-License-Identifier: GPL-3.0-or-later */
// Load and store expressions in kernels of both forms: the table has each of them once
// more as C++, and what lies between is the host's transform without expressions.
#include "device/interface/registry.h"
#include "device/interface/without_vectors.h"
#include "exec/executor/given_memory.h"
#include "exec/host/host_transform.h"
#include "exec/rows/slot.h"
#include "exec/self_test/expression_test.h"
#include "exec/self_test/self_test.h"
#include "exec/self_test/test_rows.h"
#include "plan/choice/choose_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/devices/cpu_device.h"
#include "support/faults/fault_line.h"
#include "support/faults/run_guarded.h"
#include "support/run_on.h"
#include "support/transforms/limits.h"
#include "support/transforms/random_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cctype>
#include <cmath>
#include <functional>
#include <random>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using complex = std::complex<double>;
using points = std::vector<complex>;
constexpr complex I(0, 1);

//! Where a value is computed: n (or k) along each dimension, the row, h, w and s of the
//! table's transforms.
struct place {
    std::vector<std::int64_t> n;
    std::int64_t row;
    const argument_values& given;

    complex h(std::int64_t i) const { return given[0][static_cast<std::size_t>(i)]; }
    double w(std::int64_t i) const
    {
        return given[1][static_cast<std::size_t>(i)].real();
    }
    double s() const { return given[2][0].real(); }
};

using value = complex (*)(complex, const place&);

complex same(complex x, const place&) { return x; }

struct asked {
    const char* what;
    const char* load;
    const char* store;
    value loaded;
    value stored;
    const char* why;
};

// Arguments: complex h[64], real w[100], number s, of which a row takes what it names.
const asked TABLE[] = {
    { "c2c forward 64",
      "x*conj(h[n])",
      "",
      [](complex x, const place& p) { return x * std::conj(p.h(p.n[0])); },
      same,
      "a product with a spectrum, lanes along a row" },
    { "c2c forward 64",
      "",
      "y*h[k]*s",
      same,
      [](complex y, const place& p) { return y * p.h(p.n[0]) * p.s(); },
      "a product behind the transform" },
    { "c2c inverse 64, by length",
      "x*h[n]",
      "conj(y)+w[k]*i",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return std::conj(y) + p.w(p.n[0]) * I; },
      "an inverse exchanges parts inside of the expressions, and scales" },
    { "c2c forward 64, real output",
      "",
      "norm(y)*s",
      same,
      [](complex y, const place& p) { return complex(std::norm(y) * p.s()); },
      "reals are stored of a complex kind" },
    { "c2c forward 512, real output",
      "x*w[n%100]",
      "10*log10(norm(y)+s)",
      [](complex x, const place& p) { return x * p.w(p.n[0] % 100); },
      [](complex y, const place& p) {
          return complex(10 * std::log10(std::norm(y) + p.s()));
      },
      "a spectrum in decibels; an index that is no run" },
    { "c2c forward 60",
      "x*conj(h[n])",
      "y*h[59-k]",
      [](complex x, const place& p) { return x * std::conj(p.h(p.n[0])); },
      [](complex y, const place& p) { return y * p.h(59 - p.n[0]); },
      "lanes that are rows; an index that falls" },
    { "c2c forward 3",
      "x*w[n]+row",
      "y*exp(i*w[k])",
      [](complex x, const place& p) { return x * p.w(p.n[0]) + double(p.row); },
      [](complex y, const place& p) { return y * std::exp(I * p.w(p.n[0])); },
      "short rows, several to a lane, and the row's number" },
    { "c2c forward 1000, windowed",
      "x+s",
      "y*select(k<500,1,-1)",
      [](complex x, const place& p) { return x + p.s(); },
      [](complex y, const place& p) { return y * (p.n[0] < 500 ? 1.0 : -1.0); },
      "a window multiplies what the expression makes" },
    { "c2c forward 1021",
      "x*w[n/16]",
      "y*w[min(k,99)]",
      [](complex x, const place& p) { return x * p.w(p.n[0] / 16); },
      [](complex y, const place& p) {
          return y * p.w(std::min<std::int64_t>(p.n[0], 99));
      },
      "a prime length: Rader" },
    { "c2c forward 1034",
      "x*w[n]",
      "y*w[k-5]",
      [](complex x, const place& p) {
          return x * p.w(std::min<std::int64_t>(p.n[0], 99));
      },
      [](complex y, const place& p) {
          return y * p.w(std::clamp<std::int64_t>(p.n[0] - 5, 0, 99));
      },
      "Bluestein; indices beyond both ends are those of the nearest element" },
    { "c2c forward 64, real input",
      "x*h[n]",
      "",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      same,
      "reals become complex as they are loaded" },
    { "c2c forward 64, input rotated by 5, output rotated by 32",
      "x*h[n]",
      "y*h[k]",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return y * p.h(p.n[0]); },
      "indices are those of points, not of places" },
    { "c2c forward 64, planar input, planar output",
      "x*h[n]",
      "y*conj(h[k])",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return y * std::conj(p.h(p.n[0])); },
      "two arrays a side" },
    { "c2c forward 60, planar input, planar output",
      "x*h[n]",
      "y*conj(h[k])",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return y * std::conj(p.h(p.n[0])); },
      "two arrays a side, lanes that are rows" },
    { "c2c forward 64, in place",
      "x*h[n]",
      "y*s",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return y * p.s(); },
      "in place" },
    { "c2c forward 40, input strides 3, output strides 2",
      "x*h[n]",
      "y*h[k]",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return y * p.h(p.n[0]); },
      "gaps between points" },
    { "c2c forward 16, loops 5",
      "x*h[n]",
      "y+row*s",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return y + double(p.row) * p.s(); },
      "loops become rows of a pass: neither place nor row may be that" },
    { "c2c forward 16x12",
      "x*h[n0]*w[n1]",
      "y*h[k0+k1]",
      [](complex x, const place& p) { return x * p.h(p.n[0]) * p.w(p.n[1]); },
      [](complex y, const place& p) { return y * p.h(p.n[0] + p.n[1]); },
      "two dimensions" },
    { "c2c forward 64x64",
      "x*h[n0]*h[n1]",
      "y*h[k0]",
      [](complex x, const place& p) { return x * p.h(p.n[0]) * p.h(p.n[1]); },
      [](complex y, const place& p) { return y * p.h(p.n[0]); },
      "two dimensions in a pass each" },
    { "c2c forward 256x256",
      "x*h[n0/4]+row",
      "y*w[k1%100]+row*s",
      [](complex x, const place& p) { return x * p.h(p.n[0] / 4) + double(p.row); },
      [](complex y, const place& p) {
          return y * p.w(p.n[1] % 100) + double(p.row) * p.s();
      },
      "threads that take rows of their own: row counts all" },
    { "c2c forward 64, float64",
      "x*conj(h[n])",
      "y*exp(s*i*k)",
      [](complex x, const place& p) { return x * std::conj(p.h(p.n[0])); },
      [](complex y, const place& p) { return y * std::exp(p.s() * double(p.n[0]) * I); },
      "double precision, an index as a number" },
    { "c2c forward 60, float64",
      "x*conj(h[n])",
      "y*h[k]",
      [](complex x, const place& p) { return x * std::conj(p.h(p.n[0])); },
      [](complex y, const place& p) { return y * p.h(p.n[0]); },
      "double precision, lanes that are rows" },
    { "c2c forward 64, float16",
      "x*conj(h[n])",
      "y*s",
      [](complex x, const place& p) { return x * std::conj(p.h(p.n[0])); },
      [](complex y, const place& p) { return y * p.s(); },
      "halves in memory" },
    { "c2c forward 16384",
      "x*w[n/164]",
      "y*w[k/164]",
      [](complex x, const place& p) { return x * p.w(p.n[0] / 164); },
      [](complex y, const place& p) { return y * p.w(p.n[0] / 164); },
      "stages pipelined, or two passes" },
    { "c2c forward 262144",
      "x*h[n/4096]",
      "y*w[k/2622]",
      [](complex x, const place& p) { return x * p.h(p.n[0] / 4096); },
      [](complex y, const place& p) { return y * p.w(p.n[0] / 2622); },
      "one row is shared by threads in passes, more are a thread each" },
    { "c2c forward 262144, real output",
      "x*w[n/2622]",
      "norm(y)*w[k%100]",
      [](complex x, const place& p) { return x * p.w(p.n[0] / 2622); },
      [](complex y, const place& p) { return complex(std::norm(y) * p.w(p.n[0] % 100)); },
      "as before, with a pass of its own for reals" },
    { "r2c forward 64",
      "x*w[n]",
      "y*conj(h[k])",
      [](complex x, const place& p) { return x * p.w(p.n[0]); },
      [](complex y, const place& p) { return y * std::conj(p.h(p.n[0])); },
      "reals two to a point" },
    { "r2c forward 1000, windowed",
      "abs(x)*s",
      "",
      [](complex x, const place& p) { return complex(std::abs(x.real()) * p.s()); },
      same,
      "reals with a window" },
    { "r2c forward 64, real output",
      "",
      "norm(y)",
      same,
      [](complex y, const place&) { return complex(std::norm(y)); },
      "a power spectrum of reals" },
    { "r2c forward 63",
      "max(x,w[n])",
      "y/(1+abs(y))",
      [](complex x, const place& p) { return complex(std::fmax(x.real(), p.w(p.n[0]))); },
      [](complex y, const place&) { return y / (1 + std::abs(y)); },
      "an odd length" },
    { "r2c forward 12x10",
      "x*w[n0*10+n1]",
      "y*h[k1]",
      [](complex x, const place& p) {
          return x * p.w(std::min<std::int64_t>(99, p.n[0] * 10 + p.n[1]));
      },
      [](complex y, const place& p) { return y * p.h(p.n[1]); },
      "reals of two dimensions" },
    { "c2r inverse 64",
      "x*h[n]",
      "y*w[k]",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "bins to reals" },
    { "c2r inverse 512",
      "x*s",
      "y+w[k%100]",
      [](complex x, const place& p) { return x * p.s(); },
      [](complex y, const place& p) { return y + p.w(p.n[0] % 100); },
      "bins to reals, longer" },
    { "c2r inverse 63",
      "x*h[n]",
      "sin(y)",
      [](complex x, const place& p) { return x * p.h(p.n[0]); },
      [](complex y, const place&) { return complex(std::sin(y.real())); },
      "bins to reals of an odd length" },
    { "dct2 forward 64",
      "x*w[n]",
      "y*w[k]",
      [](complex x, const place& p) { return x * p.w(p.n[0]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "a shuffled order" },
    { "dct3 forward 64",
      "x*w[n]",
      "y*w[k]",
      [](complex x, const place& p) { return x * p.w(p.n[0]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "points from both ends" },
    { "dct4 forward 30",
      "x*w[n]",
      "y*w[k]",
      [](complex x, const place& p) { return x * p.w(p.n[0]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "type 4" },
    { "r2c forward 4096",
      "x*w[n%100]",
      "",
      [](complex x, const place& p) { return x * p.w(p.n[0] % 100); },
      same,
      "reals behind an expression, bins that are stored in pairs" },
    { "r2c forward 4096",
      "",
      "y*h[k%64]",
      same,
      [](complex y, const place& p) { return y * p.h(p.n[0] % 64); },
      "each bin has an expression of its own: no pairs" },
    { "c2r inverse 4096",
      "x*h[n%64]",
      "",
      [](complex x, const place& p) { return x * p.h(p.n[0] % 64); },
      same,
      "each bin that is loaded has an expression of its own: no pairs" },
    { "c2r inverse 4096",
      "",
      "y*w[k%100]",
      same,
      [](complex y, const place& p) { return y * p.w(p.n[0] % 100); },
      "bins in pairs, an expression of the reals" },
    { "dct3 forward 512",
      "x*w[n%100]",
      "",
      [](complex x, const place& p) { return x * p.w(p.n[0] % 100); },
      same,
      "pairs are stored and not loaded" },
    { "dct3 forward 512",
      "",
      "y*w[k%100]",
      same,
      [](complex y, const place& p) { return y * p.w(p.n[0] % 100); },
      "pairs are loaded and not stored" },
    { "dct4 forward 512",
      "x*w[n%100]",
      "",
      [](complex x, const place& p) { return x * p.w(p.n[0] % 100); },
      same,
      "neighbours are stored in pairs and not loaded so" },
    { "dct4 forward 512",
      "",
      "y*w[k%100]",
      same,
      [](complex y, const place& p) { return y * p.w(p.n[0] % 100); },
      "neighbours are loaded in pairs and not stored so" },
    { "dct4 forward 512",
      "x*w[n%100]",
      "y*w[k%100]",
      [](complex x, const place& p) { return x * p.w(p.n[0] % 100); },
      [](complex y, const place& p) { return y * p.w(p.n[0] % 100); },
      "no pairs on either side" },
    { "dct2 forward 512",
      "x*w[n%100]",
      "y*w[k%100]",
      [](complex x, const place& p) { return x * p.w(p.n[0] % 100); },
      [](complex y, const place& p) { return y * p.w(p.n[0] % 100); },
      "no pairs of a dct2 either" },
    { "dct1 forward 33",
      "x*w[n]",
      "y*w[k]",
      [](complex x, const place& p) { return x * p.w(p.n[0]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "an extension" },
    { "dst2 forward 64",
      "x*w[n]",
      "y*w[k]",
      [](complex x, const place& p) { return x * p.w(p.n[0]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "signs and a reversed order" },
    { "dst3 forward 31",
      "x*w[n]",
      "y*w[k]",
      [](complex x, const place& p) { return x * p.w(p.n[0]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "an odd dst" },
    { "dct2 forward 8x6",
      "x*w[n0*6+n1]",
      "y*w[k0]",
      [](complex x, const place& p) { return x * p.w(p.n[0] * 6 + p.n[1]); },
      [](complex y, const place& p) { return y * p.w(p.n[0]); },
      "a dct of two dimensions" },
};

//! Whole vectors of buffers, of which the last element, or the first, is read.
const char* const TO_THE_END[] = {
    "c2c forward 64, load x*h[n+8], store y*w[k+16], arguments complex h[72]; real w[80]",
    "c2c forward 64, load x*h[64-n], store y*h[k-3], arguments complex h[72]",
    "c2c forward 256, load x*h[n+8], store norm(y)*w[k+48], "
    "arguments complex h[264]; real w[304], real output",
    "c2c forward 4096, load x*h[n], store y*w[k], arguments complex h[4096]; real "
    "w[4096]",
    // Bins are 257: the last one is stored for itself.
    "r2c forward 512, load x*w[n], store y*h[k+7], arguments complex h[264]; real w[512]",
    "r2c forward 512, store norm(y)*w[k+15], arguments real w[272], real output",
    "c2c forward 60, load x*h[n+4], store y*h[k+row], arguments complex h[64]",
    "c2c forward 3, load x*h[n+row], store y*w[k*6], arguments complex h[64]; real w[16]",
};
constexpr std::uint32_t MOST_ROWS_TO_THE_END = 5;

//! The transform without its expressions. With real output alone it would be refused.
transform plain_of(const asked& a)
{
    const std::string reals = ", real output";
    std::string line = a.what;
    const auto at = line.find(reals);
    if (at == std::string::npos)
        return parse_transform(line);
    auto t = parse_transform(line.erase(at, reals.size()));
    t.real_output = true;
    t.output_distance = 0;
    return t;
}

const std::vector<expression_argument> ARGUMENTS = {
    { "h", argument_kind::complex_buffer, 64 },
    { "w", argument_kind::real_buffer, 100 },
    { "s", argument_kind::number, 0 },
};

//! \p name stands in \p text as a word of its own.
bool has_word(const std::string& text, const std::string& name)
{
    const auto is_of_word = [](char c) { return std::isalnum(c) || c == '_'; };
    for (auto at = text.find(name); at != std::string::npos;
         at = text.find(name, at + 1)) {
        const auto behind = at + name.size();
        if ((at == 0 || !is_of_word(text[at - 1])) &&
            (behind == text.size() || !is_of_word(text[behind])))
            return true;
    }
    return false;
}

//! The row's transform with the arguments that it names.
transform transform_of(const asked& a)
{
    auto t = plain_of(a);
    t.load = a.load;
    t.store = a.store;
    for (const auto& each : ARGUMENTS)
        if (has_word(t.load + " " + t.store, each.name))
            t.arguments.push_back(each);
    validate(t);
    return packed(t);
}

argument_values any_values(std::mt19937& random)
{
    const auto next = [&] { return float(double(random()) * 0x1p-32 + 0.5); };
    argument_values all;
    for (const auto& each : ARGUMENTS) {
        all.emplace_back();
        for (std::int64_t i = 0; i < std::max<std::int64_t>(1, each.length); ++i)
            all.back().emplace_back(
                next(), each.is == argument_kind::complex_buffer ? next() : 0);
    }
    return all;
}

//! Values of the arguments of \p t.
argument_values used_values(const transform& t, const argument_values& all)
{
    argument_values used;
    for (std::size_t i = 0; i < ARGUMENTS.size(); ++i)
        for (const auto& each : t.arguments)
            if (each.name == ARGUMENTS[i].name)
                used.push_back(all[i]);
    return used;
}

//! Rows in memory as the transform has them.
struct side_memory {
    side_memory(const transform& t, const side& s, std::size_t count)
        : layout(t, s),
          row_bytes(static_cast<std::size_t>(t.*s.distance) * layout.element_bytes()),
          bytes(row_bytes * count + 4096)
    {
        for (std::size_t i = 0; i < layout.planes(); ++i) {
            arrays[i] = page_memory(bytes);
            std::fill_n(arrays[i].get(), bytes, 0);
        }
    }
    row_memory at(std::size_t row) const
    {
        row_memory all = {};
        for (std::size_t i = 0; i < layout.planes(); ++i)
            all[i] = arrays[i].get() + row * row_bytes;
        return all;
    }

    row_layout layout;
    std::size_t row_bytes, bytes;
    std::array<std::shared_ptr<unsigned char>, 2> arrays;
};

std::vector<std::int64_t> index_of(const transform& t, const side& s, std::size_t i)
{
    const row_layout layout(t, s);
    const auto all = layout.index_of(static_cast<std::int64_t>(i));
    return { all.begin() + static_cast<std::ptrdiff_t>(t.loops.size()), all.end() };
}

//! What lies between the expressions, in double precision by the host.
points transformed(const transform& t, const points& x)
{
    transform plain;
    plain.kind = t.kind;
    plain.dir = t.dir;
    plain.norm = t.norm;
    plain.scale = t.scale;
    plain.number = precision::float64;
    plain.shape.clear();
    for (const auto& d : t.shape)
        plain.shape.push_back({ d.length, 0, 0, 0, 0 });
    for (const auto& l : t.loops)
        plain.loops.push_back({ l.count, 0, 0 });
    plain = packed(plain);
    const side_memory in(plain, INPUT_VIEW, 1), out(plain, OUTPUT_VIEW, 1);
    for (std::size_t i = 0; i < x.size(); ++i)
        in.layout.set(in.at(0), static_cast<std::int64_t>(i), x[i]);
    host_transform(plain, {})(
        { { in.arrays[0].get(), nullptr }, { out.arrays[0].get(), nullptr } }, 1);
    points y;
    for (std::int64_t k = 0; k < out.layout.size(); ++k)
        y.push_back(out.layout.get(out.at(0), k));
    return y;
}

double bound_of(const transform& t)
{
    switch (t.number) {
    case precision::float64:
        return 1e-12;
    case precision::float16:
        return 1e-2;
    default:
        return 2e-5;
    }
}

//! Runs \p a by \p e.
//! \return what is wrong, or nothing
std::string fault_of(const asked& a, const std::shared_ptr<executor>& e, std::size_t rows)
{
    const auto t = transform_of(a);
    const auto on = e->on();
    std::mt19937 random(7);
    const auto all = any_values(random);
    const auto given =
        std::make_shared<const given_memory>(upload_given(*on, t, used_values(t, all)));
    const side_memory in(t, INPUT_VIEW, rows), apart(t, OUTPUT_VIEW, rows);
    const auto& out = t.in_place ? in : apart;
    std::vector<points> x(rows);
    for (std::size_t r = 0; r < rows; ++r)
        for (std::int64_t i = 0; i < in.layout.size(); ++i) {
            const auto next = [&] { return double(random()) * 0x1p-31 - 1; };
            const double real = next();
            in.layout.set(in.at(r), i, { real, has_real_input(t) ? 0 : next() });
            x[r].push_back(in.layout.get(in.at(r), i));
        }
    const host_arrays arrays = { { in.arrays[0].get(), in.arrays[1].get() },
                                 { out.arrays[0].get(), out.arrays[1].get() } };
    constexpr std::uint32_t FIRST_ROW = 2; // as in a later piece of a call
    row_places places;
    places.host = arrays;
    places.first_row = FIRST_ROW;
    {
        const locked_memory none(on);
        slot one(on, none);
        one.start(e, window_on(*on, t), places, rows, nullptr, given);
        one.finish();
    }
    const auto taps = window_of(t);
    const auto line = plan_text(e->made_plan());
    for (std::size_t r = 0; r < rows; ++r) {
        const auto row = static_cast<std::int64_t>(r) + FIRST_ROW;
        for (std::size_t i = 0; i < x[r].size(); ++i) {
            x[r][i] = a.loaded(x[r][i], { index_of(t, INPUT_VIEW, i), row, all });
            if (!taps.empty())
                x[r][i] *= taps[i];
        }
        const auto y = transformed(t, x[r]);
        double error = 0, size = 0;
        for (std::size_t k = 0; k < y.size(); ++k) {
            const auto expected =
                a.stored(y[k], { index_of(t, OUTPUT_VIEW, k), row, all });
            const auto got = out.layout.get(out.at(r), static_cast<std::int64_t>(k));
            error = std::max(error, std::abs(got - expected));
            size = std::max(size, std::abs(expected));
        }
        if (!(error <= bound_of(t) * size))
            return fmt::format("{}\n  row {}: error {:.2e} of {:.2e}; {}\n",
                               line,
                               r,
                               error,
                               size,
                               a.why);
    }
    return "";
}

//! An expression of \p element, at most \p depth operations deep, that is moderate for
//! values that are: neither poles nor steep slopes.
std::string random_value(std::mt19937& random,
                         const std::string& element,
                         const std::string& index,
                         bool is_real,
                         int depth)
{
    const auto part = [&] {
        return random_value(random, element, index, is_real, depth - 1);
    };
    const std::string buffer = is_real ? "w" : "h";
    const auto wide = is_real ? 100 : 64;
    switch (random() % (depth ? 10 : 4)) {
    case 0:
        return element;
    case 1:
        return "s";
    case 2:
        return fmt::format("{}[({}+{})%{}]", buffer, index, random() % 9, wide);
    case 3:
        return fmt::format("{}[min({}/2,{})]", buffer, index, wide - 1);
    case 4:
        return "(" + part() + ")+(" + part() + ")";
    case 5:
        return "(" + part() + ")-(" + part() + ")";
    case 6:
        return fmt::format("({})*{}[{}]", part(), buffer, random() % 64);
    case 7:
        return fmt::format("conj({})", part());
    case 8:
        return fmt::format("select({}<{},{},{})", index, random() % 20, part(), part());
    default:
        return fmt::format("({})/(2+sin(s))", part());
    }
}

transform random_asked(std::mt19937& random)
{
    constexpr std::int64_t lengths[] = { 8, 12, 30, 64, 100, 127, 256, 512 };
    constexpr transform_kind kinds[] = { transform_kind::c2c,
                                         transform_kind::r2c,
                                         transform_kind::c2r,
                                         transform_kind::dct2 };
    transform t(lengths[random() % std::size(lengths)]);
    t.kind = kinds[random() % std::size(kinds)];
    if (t.kind == transform_kind::c2r)
        t.dir = direction::inverse;
    const bool has_reals = t.kind != transform_kind::c2c;
    t.load =
        random_value(random, "x", "n", has_reals && t.kind != transform_kind::c2r, 3);
    t.store =
        random_value(random, "y", "k", has_reals && t.kind != transform_kind::r2c, 3);
    for (const auto& each : ARGUMENTS)
        if (has_word(t.load + " " + t.store, each.name))
            t.arguments.push_back(each);
    validate(t);
    return packed(t);
}

} // namespace

class qa_expressions : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_expressions);
    CPPUNIT_TEST(vector_kernels_compute_them);
    CPPUNIT_TEST(kernels_of_work_items_compute_them);
    CPPUNIT_TEST(plans_of_large_gpus_compute_them);
    CPPUNIT_TEST(lines_of_such_plans_are_read_again);
    CPPUNIT_TEST(random_ones_pass_the_self_test);
    CPPUNIT_TEST(buffers_are_read_within_their_ends);
    CPPUNIT_TEST_SUITE_END();

    using choice = std::function<std::shared_ptr<executor>(const transform&)>;

    static void all_on(const std::shared_ptr<device>& on)
    {
        all_by(on, [&](const transform& t) { return std::make_shared<executor>(t, on); });
    }

    static std::shared_ptr<device> work_items()
    {
        const auto on = open_device("auto");
        return on->info().limits.is_cpu ? without_vectors(on) : on;
    }

    static void all_by(const std::shared_ptr<device>& on, const choice& executor_of)
    {
        std::string faults;
        for (const auto& a : TABLE) {
            if (std::string(a.what).find("float64") != std::string::npos &&
                !on->info().limits.has_float64)
                continue;
            try {
                const auto e = executor_of(transform_of(a));
                for (const std::size_t rows : { 1, 5 }) // few have another plan
                    faults += fault_of(a, e, rows);
                if (e->small_batch_executor())
                    faults +=
                        fault_of(a, std::make_shared<executor>(e->for_many_rows()), 5);
            } catch (const std::exception& e) {
                faults += fmt::format("{}, load {}, store {}: {}\n  {}\n",
                                      a.what,
                                      a.load,
                                      a.store,
                                      e.what(),
                                      a.why);
            }
        }
        CPPUNIT_ASSERT_MESSAGE(faults, faults.empty());
    }

public:
    void vector_kernels_compute_them()
    {
        if (const auto on = cpu_device())
            all_on(on);
    }

    void kernels_of_work_items_compute_them() { all_on(work_items()); }

    // Large GPUs load and store pairs in registers, on the side without an expression.
    void plans_of_large_gpus_compute_them()
    {
        auto limits = make_limits(false, 227, 1024, 255);
        const auto on = work_items();
        limits.has_float64 = on->info().limits.has_float64;
        all_by(on, [&](const transform& t) {
            const auto chosen = choose_plan(t, limits);
            for (const auto& p : chosen.passes)
                CPPUNIT_ASSERT_MESSAGE(
                    plan_text(chosen),
                    !(p.load.expression && p.workgroup().paired_input) &&
                        !(p.store.expression && p.workgroup().paired_output));
            return std::make_shared<executor>(chosen, on);
        });
    }

    // Other ones in every run. The self test evaluates them in double precision.
    void random_ones_pass_the_self_test()
    {
        std::mt19937 random(run_seed("exec.expressions"));
        const auto cpu = cpu_device(), any = open_device("auto");
        for (int i = 0; i < 6; ++i) {
            const auto t = random_asked(random);
            const auto on = i % 2 && cpu                ? cpu
                            : any->info().limits.is_cpu ? without_vectors(any)
                                                        : any;
            try {
                self_test(executor(t, on));
            } catch (const std::exception& e) {
                CPPUNIT_FAIL(to_string(t) + ": " + e.what());
            }
        }
    }

    // Buffers end at a page that cannot be read, or begin behind one: a kernel that reads
    // another element ends the process.
    void buffers_are_read_within_their_ends()
    {
        const auto cpu = cpu_device();
        if (!cpu)
            return;
        auto work_items = cpu->info().limits;
        work_items.vector_width = 1;
        for (const auto& limits : { cpu->info().limits, work_items })
            for (const auto& line : TO_THE_END) {
                const auto t = parse_transform(line);
                const executor e(t, std::make_shared<guarded_device>(cpu, limits));
                for (const auto end : { guarded_end::upper, guarded_end::lower }) {
                    const guarded_buffers guard(end, guarded_alignment(limits, t));
                    set_fault_line(line);
                    test_expressions(e, MOST_ROWS_TO_THE_END);
                }
            }
    }

    // gpufft dump makes kernels of lines.
    void lines_of_such_plans_are_read_again()
    {
        for (const auto& on : { cpu_device(), open_device("auto") }) {
            for (const auto& a : TABLE) {
                if (!on)
                    continue;
                const auto line =
                    plan_text(executor::planned(transform_of(a), on).made_plan());
                CPPUNIT_ASSERT_EQUAL(line, plan_text(parse_plan(line)));
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_expressions);
