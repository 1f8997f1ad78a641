/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/cases/bench_case.h"
#include <algorithm>

namespace gpufft::app {

namespace {

using kind = transform_kind;

//! Cases that differ in their size alone.
struct kind_row {
    const char* group;
    kind of;
    const char* form;
    std::vector<const char*> sizes;
};

const kind_row ROWS[] = {
    { "c2r",
      kind::c2r,
      "",
      { "64", "256", "1024", "4096", "16384", "65536", "1048576" } },
    { "inverse",
      kind::c2c,
      "inverse",
      { "1024", "16384", "65536", "1048576", "512x512", "128x128x128" } },
    { "windowed", kind::c2c, "windowed", { "64", "1024", "4096", "65536", "1048576" } },
    { "windowed", kind::r2c, "windowed", { "1024", "4096" } },
    { "rotated", kind::c2c, "output rotated by 512", { "1024", "4096", "1048576" } },
    { "rotated", kind::c2c, "output rotated by 256x256", { "512x512" } },
    { "real-nd", kind::r2c, "", { "64x64", "512x512", "1024x1024", "128x128x128" } },
    { "real-nd", kind::c2r, "", { "64x64", "512x512", "1024x1024", "128x128x128" } },
    { "dct", kind::dct1, "", { "1025" } },
    { "dct", kind::dct3, "", { "64", "1024", "16384", "512x512" } },
    { "dct", kind::dct4, "", { "64", "1024", "16384" } },
    { "dst", kind::dst1, "", { "1023" } },
    { "dst", kind::dst2, "", { "64", "1024", "16384", "512x512" } },
    { "dst", kind::dst3, "", { "64", "1024", "16384" } },
    { "dst", kind::dst4, "", { "64", "1024", "16384" } },
    { "float64",
      kind::c2c,
      "float64",
      { "64", "1024", "4096", "16384", "65536", "1048576", "128x128", "64x64x64" } },
    { "float64", kind::r2c, "float64", { "4096" } },
    { "float64", kind::c2r, "float64", { "4096" } },
    { "float64", kind::dct2, "float64", { "1024" } },
    { "float16", kind::c2c, "float16", { "64", "1024", "4096", "65536" } },
    { "float16", kind::r2c, "float16", { "4096" } },
    { "planar",
      kind::c2c,
      "planar input, planar output",
      { "1024", "65536", "1048576", "512x512" } },
    { "in-place",
      kind::c2c,
      "in place",
      { "1024", "4096", "65536", "1048576", "512x512", "128x128x128" } },
    { "in-place", kind::r2c, "in place", { "4096" } },
    { "in-place", kind::c2r, "in place", { "4096" } },
};

//! One transform alone, of each kind and form.
const kind_row ALONE[] = {
    { "alone", kind::c2c, "", { "4096", "65536", "512x512" } },
    { "alone", kind::c2c, "inverse", { "65536" } },
    { "alone", kind::r2c, "", { "65536", "512x512" } },
    { "alone", kind::c2r, "", { "65536", "512x512" } },
    { "alone", kind::c2c, "windowed", { "65536" } },
    { "alone", kind::c2c, "output rotated by 32768", { "65536" } },
    { "alone", kind::dct1, "", { "4097" } },
    { "alone", kind::dct2, "", { "4096", "512x512" } },
    { "alone", kind::dct3, "", { "4096" } },
    { "alone", kind::dct4, "", { "4096" } },
    { "alone", kind::dst1, "", { "4095" } },
    { "alone", kind::dst2, "", { "4096" } },
    { "alone", kind::dst3, "", { "4096" } },
    { "alone", kind::dst4, "", { "4096" } },
    { "alone", kind::c2c, "float64", { "65536" } },
    { "alone", kind::c2c, "float16", { "65536" } },
    { "alone", kind::c2c, "planar input, planar output", { "65536" } },
    { "alone", kind::c2c, "in place", { "65536" } },
};

// Points of all rows: 1 GiB of complex floats, as in the suite's first cases.
constexpr std::int64_t POINTS = std::int64_t(1) << 27;

std::uint32_t filling_batch(const bench_case& c)
{
    const auto request = c.request();
    const auto points =
        request.number == precision::float64 ? POINTS / 2 : POINTS; // as many bytes
    return static_cast<std::uint32_t>(
        std::max<std::int64_t>(1, points / request.points()));
}

} // namespace

std::vector<bench_case> kind_cases()
{
    std::vector<bench_case> all;
    const auto add = [&](const kind_row& row, bool is_alone) {
        for (const auto* size : row.sizes) {
            all.push_back({ row.group, row.of, size, 1, 0, 0, row.form });
            if (!is_alone)
                all.back().batch = filling_batch(all.back());
        }
    };
    for (const auto& row : ROWS)
        add(row, false);
    for (const auto& row : ALONE)
        add(row, true);
    return all;
}

} // namespace gpufft::app
