/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_H

#include <gpufft/transform.h>
#include <vector>

namespace gpufft::testing {

struct variant {
    const char* why;
    transform what;
};

//! One transform of \p length for everything that a caller's end can do.
inline std::vector<variant> variants(std::int64_t length)
{
    transform plain;
    plain.length = length;
    std::vector<variant> all = { { "plain", plain } };
    const auto add = [&](const char* why, auto change) {
        transform t = plain;
        change(t);
        all.push_back({ why, t });
    };
    add("inverse", [](transform& t) { t.dir = direction::inverse; });
    add("in place", [](transform& t) { t.in_place = true; });
    add("windowed", [](transform& t) { t.windowed = true; });
    add("real input", [](transform& t) { t.input = input_format::real32; });
    add("spectrum centred",
        [](transform& t) { t.output_rotation = t.length / 2 % t.length; });
    add("inverse of a centred spectrum, scaled", [](transform& t) {
        t.dir = direction::inverse;
        t.norm = normalization::by_length;
        t.input_rotation = t.length / 2 % t.length;
    });
    add("everything at once, inverse", [](transform& t) {
        t.dir = direction::inverse;
        t.norm = normalization::orthonormal;
        t.input = input_format::real32;
        t.windowed = true;
        t.input_rotation = t.length - 1;
        t.output_rotation = t.length / 3;
    });
    add("in place, rotated differently at each end", [](transform& t) {
        t.in_place = true;
        t.input_rotation = t.length / 2;
        t.output_rotation = t.length / 5;
    });
    return all;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_H */
