/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_TRANSFORMS_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_TRANSFORMS_H

#include <gpufft/transform.h>
#include <vector>

namespace gpufft::testing {

struct variant {
    const char* why;
    transform request;
};

//! Transforms of \p length for everything that load and store operations can do.
inline std::vector<variant> variants(std::int64_t length)
{
    const transform plain(length);
    std::vector<variant> all = { { "plain", plain } };
    const auto add = [&](const char* why, auto change) {
        transform t = plain;
        change(t);
        all.push_back({ why, t });
    };
    add("inverse", [](transform& t) { t.dir = direction::inverse; });
    add("in place", [](transform& t) { t.in_place = true; });
    add("windowed", [](transform& t) { t.windowed = true; });
    add("real input", [](transform& t) { t.real_input = true; });
    add("spectrum centred",
        [=](transform& t) { t.shape[0].output_rotation = length / 2; });
    add("inverse of a centred spectrum, scaled", [=](transform& t) {
        t.dir = direction::inverse;
        t.norm = normalization::by_length;
        t.shape[0].input_rotation = length / 2;
    });
    add("everything at once, inverse", [=](transform& t) {
        t.dir = direction::inverse;
        t.norm = normalization::orthonormal;
        t.real_input = true;
        t.windowed = true;
        t.shape[0].input_rotation = length - 1;
        t.shape[0].output_rotation = length / 3;
    });
    add("in place, rotated differently at each end", [=](transform& t) {
        t.in_place = true;
        t.shape[0].input_rotation = length / 2;
        t.shape[0].output_rotation = length / 5;
    });
    return all;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_TRANSFORMS_H */
