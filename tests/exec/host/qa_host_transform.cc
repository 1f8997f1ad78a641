/* SPDX-License-Identifier: GPL-3.0-or-later */
// What the host computes while kernels are compiled, against the reference.
#include "exec/host/host_transform.h"
#include "support/judges/host_rows.h"
#include "support/run_on.h"
#include "support/transforms/every_transform.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <cstring>
#include <random>
#include <vector>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::size_t ROWS = 3;
constexpr std::int64_t LONG_ROW = 1 << 16; // one is enough

std::vector<transform> those_it_can()
{
    std::vector<transform> all;
    for (const std::int64_t length : { 1, 2, 3, 8, 31, 63, 64, 1000, 4096 }) {
        for (const auto kind :
             { transform_kind::c2c, transform_kind::r2c, transform_kind::c2r }) {
            const auto t = transform_of(kind, { length });
            all.push_back(t);
            all.push_back(changed(t, [](transform& c) {
                c.number = precision::float64;
                c.norm = normalization::orthonormal;
            }));
            // Rows with gaps between them.
            all.push_back(changed(t, [&](transform& c) {
                c.shape[0].input_stride = c.shape[0].output_stride = 1;
                c.input_distance = length + 5;
                c.output_distance = length + 3;
                c.scale = -0.75;
            }));
            if (kind != transform_kind::c2r)
                all.push_back(changed(t, [](transform& c) { c.windowed = true; }));
            if (kind == transform_kind::c2c || kind == transform_kind::r2c)
                all.push_back(changed(t, [](transform& c) {
                    c.windowed = true;
                    c.taps_per_branch = 3;
                    c.input_distance = c.shape[0].length;
                }));
        }
        const auto rotated = changed(transform(length), [&](transform& c) {
            c.shape[0].input_rotation = length / 3;
            c.shape[0].output_rotation = length / 2;
            c.windowed = true;
        });
        all.push_back(rotated);
        all.push_back(changed(rotated, [](transform& c) { c.taps_per_branch = 4; }));
        all.push_back(changed(rotated, [](transform& c) { c.real_input = true; }));
        all.push_back(changed(rotated, [](transform& c) {
            c.dir = direction::inverse;
            c.norm = normalization::by_length;
        }));
    }
    for (const auto& t : every_transform())
        all.push_back(t);
    // Trigonometric kinds with weighted load and store operations, inverse.
    for (const auto kind : EVERY_KIND)
        if (is_trigonometric(kind))
            for (const std::int64_t length : { 2, 5, 8, 37 })
                all.push_back(
                    changed(transform_of(kind, { 3, length }), [](transform& t) {
                        t.dir = direction::inverse;
                        t.norm = normalization::orthonormal;
                        t.orthogonalize = true;
                    }));
    return all;
}

std::vector<transform> those_it_cannot()
{
    const auto many = transform(1024);
    return { transform(std::int64_t(1) << 21),
             transform((std::int64_t(1) << 20) - 3), // padded
             transform_of(transform_kind::c2c, { 2048, 1024 }),
             changed(many, [](transform& t) {
                 t.loops = { { 2000, 0, 0 } };
             }) };
}

} // namespace

class qa_host_transform : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_host_transform);
    CPPUNIT_TEST(keeps_the_bound_of_kernels);
    CPPUNIT_TEST(outputs_may_overwrite_inputs);
    CPPUNIT_TEST(says_what_it_cannot);
    CPPUNIT_TEST_SUITE_END();

public:
    void keeps_the_bound_of_kernels()
    {
        for (const auto& t : those_it_can()) {
            CPPUNIT_ASSERT_MESSAGE(to_string(t), host_transform::can(t));
            std::mt19937 random(7);
            const auto rows = t.points() < LONG_ROW ? ROWS : 1;
            host_rows data(t, rows);
            data.fill(random);
            host_transform(t, window_of(t))({ { data.in(), data.in_imaginary() },
                                              { data.out(), data.out_imaginary() } },
                                            rows);
            const auto v = judge(data);
            CPPUNIT_ASSERT_MESSAGE(to_string(t) + ": " + text_of(v), v.is_good());
        }
    }

    // A row's output lies where inputs of later rows do, which are read first.
    void outputs_may_overwrite_inputs()
    {
        const auto planar = changed(transform(20), [](transform& t) {
            t.input_layout = t.output_layout = complex_layout::planar;
        });
        for (const auto& t :
             { transform_of(transform_kind::r2c, { 20 }),
               transform_of(transform_kind::r2c, { 4, 5 }),
               transform_of(transform_kind::c2r, { 20 }),
               changed(transform(20), [](auto& c) { c.real_input = true; }),
               transform(20),
               planar })
            for (const std::size_t shift : { 0, 40, 100 })
                expect_same_in_one_array(t, shift);
    }

    void says_what_it_cannot()
    {
        for (const auto& t : those_it_cannot())
            CPPUNIT_ASSERT_MESSAGE(to_string(t), !host_transform::can(t));
    }

private:
    //! Runs with the output \p shift bytes behind the input, as in arrays of their own.
    static void expect_same_in_one_array(const transform& t, std::size_t shift)
    {
        constexpr std::size_t ROOM = 4096, ROWS_OF_THESE = 5;
        std::vector<float> samples(ROOM / sizeof(float));
        std::mt19937 random(3);
        for (auto& s : samples)
            s = std::uniform_real_distribution<float>(-1, 1)(random);
        const host_transform compute(t, {});
        auto apart = samples;
        apart.resize(3 * samples.size());
        auto* const out = reinterpret_cast<char*>(apart.data()) + ROOM;
        compute(arrays_at(t, apart.data(), out), ROWS_OF_THESE);
        auto one = samples;
        auto* const there = reinterpret_cast<char*>(one.data()) + shift;
        compute(arrays_at(t, one.data(), there), ROWS_OF_THESE);
        const auto plane = ROWS_OF_THESE * output_row_bytes(packed(t));
        for (std::size_t p = 0; p < planes_of(t.output_layout); ++p)
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                fmt::format("{}, {} bytes behind", to_string(t), shift),
                0,
                std::memcmp(out + p * PLANE, there + p * PLANE, plane));
    }

    //! Each second plane lies a while behind the first.
    static constexpr std::size_t PLANE = 1024;
    static host_arrays arrays_at(const transform& t, void* in, void* out)
    {
        host_arrays made;
        for (std::size_t p = 0; p < planes_of(t.input_layout); ++p)
            made.in[p] = static_cast<char*>(in) + p * PLANE;
        for (std::size_t p = 0; p < planes_of(t.output_layout); ++p)
            made.out[p] = static_cast<char*>(out) + p * PLANE;
        return made;
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_host_transform);
