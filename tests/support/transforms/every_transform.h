/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_EVERY_TRANSFORM_H
#define INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_EVERY_TRANSFORM_H

#include <gpufft/transform.h>
#include <vector>

//! Transforms that between them take every path through planner and emitters.
namespace gpufft::testing {

inline transform transform_of(transform_kind kind,
                              const std::vector<std::int64_t>& lengths)
{
    transform t;
    t.kind = kind;
    t.dir = kind == transform_kind::c2r ? direction::inverse : direction::forward;
    t.shape.clear();
    for (const auto length : lengths) {
        t.shape.emplace_back();
        t.shape.back().length = length;
    }
    return t;
}

template <class change>
transform changed(transform t, const change& how)
{
    how(t);
    return t;
}

inline const transform_kind EVERY_KIND[] = { transform_kind::c2c,  transform_kind::r2c,
                                             transform_kind::c2r,  transform_kind::dct1,
                                             transform_kind::dct2, transform_kind::dct3,
                                             transform_kind::dct4, transform_kind::dst1,
                                             transform_kind::dst2, transform_kind::dst3,
                                             transform_kind::dst4 };

//! Every kind in one to three dimensions, of even and odd lengths, prime and not.
inline std::vector<transform> every_kind()
{
    std::vector<transform> all;
    for (const auto kind : EVERY_KIND) {
        for (const auto length : { 2, 15, 16, 37, 74, 127, 720, 1021, 4096, 4099 })
            all.push_back(transform_of(kind, { length }));
        all.push_back(transform_of(kind, { 12, 10 }));
        all.push_back(transform_of(kind, { 64, 128 }));
        all.push_back(transform_of(kind, { 5, 6, 7 }));
        all.push_back(changed(transform_of(kind, { 96 }),
                              [](transform& t) { t.number = precision::float64; }));
        all.push_back(changed(transform_of(kind, { 6, 8 }),
                              [](transform& t) { t.number = precision::float16; }));
        all.push_back(changed(transform_of(kind, { 40 }), [](transform& t) {
            t.loops = { { 3, 0, 0 }, { 5, 0, 0 } };
        }));
    }
    return all;
}

//! What else can be asked of a transform: load and store operations, layouts, many points
//! and dimensions.
inline std::vector<transform> every_variant()
{
    using kind = transform_kind;
    const auto t = transform_of(kind::c2c, { 480 });
    return {
        transform_of(kind::c2c, { 1 }),
        transform_of(kind::c2c, { 1 << 20 }),
        transform_of(kind::c2c, { 100003 }),
        transform_of(kind::c2c, { 1024, 1024 }),
        transform_of(kind::c2c, { 3, 4, 5, 6 }),
        changed(t, [](transform& v) { v.dir = direction::inverse; }),
        changed(t, [](transform& v) { v.in_place = true; }),
        changed(t, [](transform& v) { v.windowed = true; }),
        changed(t, [](transform& v) { v.real_input = true; }),
        changed(t, [](transform& v) { v.input_layout = complex_layout::planar; }),
        changed(t, [](transform& v) { v.output_layout = complex_layout::planar; }),
        changed(t, [](transform& v) { v.scale = 0.1; }),
        changed(t, [](transform& v) { v.norm = normalization::orthonormal; }),
        changed(t,
                [](transform& v) {
                    v.shape[0].input_rotation = 240;
                    v.shape[0].output_rotation = 7;
                }),
        changed(t,
                [](transform& v) {
                    v.shape[0].input_stride = 3;
                    v.shape[0].output_stride = 2;
                    v.output_distance = 1000;
                }),
        changed(transform_of(kind::c2c, { 9, 8 }),
                [](transform& v) {
                    v.shape[0].output_rotation = 4;
                    v.shape[1].output_rotation = 4;
                    v.dir = direction::inverse;
                    v.norm = normalization::by_length;
                }),
        changed(transform_of(kind::r2c, { 64 }),
                [](transform& v) {
                    v.in_place = true;
                    v.windowed = true;
                }),
        changed(transform_of(kind::dct2, { 64 }),
                [](transform& v) {
                    v.dir = direction::inverse;
                    v.norm = normalization::orthonormal;
                    v.orthogonalize = true;
                }),
    };
}

//! Transforms of both lists.
inline std::vector<transform> every_transform()
{
    auto all = every_kind();
    for (const auto& t : every_variant())
        all.push_back(t);
    return all;
}

} // namespace gpufft::testing

#endif /* INCLUDED_GPUFFT_TESTS_SUPPORT_TRANSFORMS_EVERY_TRANSFORM_H */
