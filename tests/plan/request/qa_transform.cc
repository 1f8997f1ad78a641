/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>
#include <gpufft/transform.h>
#include <cmath>
#include <stdexcept>

using namespace gpufft;

namespace {

using kind = transform_kind;

transform make(kind k, std::vector<dimension> shape, std::vector<loop> loops = {})
{
    transform t;
    t.kind = k;
    t.shape = std::move(shape);
    t.loops = std::move(loops);
    if (k == kind::c2r)
        t.dir = direction::inverse;
    return t;
}

template <class change>
transform with(transform t, change c)
{
    c(t);
    return t;
}

void set_in_place(transform& t) { t.in_place = true; }
void set_strides(transform& t)
{
    t.shape[0].input_stride = 3;
    t.shape[0].output_stride = 2;
}

//! Loops, then dimensions, then the distance.
std::string strides_of(const transform& t, bool input)
{
    std::string text;
    for (const auto& l : t.loops)
        text += fmt::format("{} ", input ? l.input_stride : l.output_stride);
    for (const auto& d : t.shape)
        text += fmt::format("{} ", input ? d.input_stride : d.output_stride);
    return text + fmt::format("{}", input ? t.input_distance : t.output_distance);
}

struct packing {
    const char* why;
    transform request;
    const char* input; // loops, dimensions, distance
    const char* output;
};

const packing PACKINGS[] = {
    { "one dimension", transform(8), "1 8", "1 8" },
    { "one point", transform(1), "1 1", "1 1" },
    { "slowest first, loops outside",
      make(kind::c2c, { { 4 }, { 6 } }, { { 2 }, { 3 } }),
      "72 24 6 1 144",
      "72 24 6 1 144" },
    { "half a spectrum", make(kind::r2c, { { 4 }, { 6 } }), "6 1 24", "4 1 16" },
    { "half a spectrum, odd", make(kind::c2r, { { 7 } }, { { 2 } }), "4 1 8", "7 1 14" },
    { "real rows as long as complex ones",
      with(make(kind::r2c, { { 4 }, { 6 } }, { { 3 } }), set_in_place),
      "32 8 1 96",
      "16 4 1 48" },
    { "real outputs of a row in place, as long as complex ones",
      with(make(kind::c2r, { { 7 } }), set_in_place),
      "1 4",
      "1 8" },
    { "distances follow strides that are given",
      with(make(kind::c2c, { { 5 } }), set_strides),
      "3 13",
      "2 9" },
    { "a distance may stand alone",
      with(transform(5), [](transform& t) { t.input_distance = 2; }),
      "1 2",
      "1 5" },
    { "a single point needs no stride",
      with(make(kind::c2c, { { 5 }, { 1 } }), set_strides),
      "3 1 13",
      "2 1 9" },
};

struct scaling {
    const char* why;
    transform request;
    double dft_points; // that normalization counts
};

const scaling SCALINGS[] = {
    { "c2c", transform(16), 16 },
    { "all dimensions", make(kind::c2c, { { 4 }, { 6 } }, { { 5 } }), 24 },
    { "the real side", make(kind::r2c, { { 6 } }), 6 },
    { "dct1", make(kind::dct1, { { 9 } }), 16 },
    { "dct2", make(kind::dct2, { { 8 } }), 16 },
    { "dct3", make(kind::dct3, { { 8 } }), 16 },
    { "dct4, two dimensions", make(kind::dct4, { { 8 }, { 3 } }), 96 },
    { "dst1", make(kind::dst1, { { 7 } }), 16 },
    { "dst2", make(kind::dst2, { { 8 } }), 16 },
    { "dst4", make(kind::dst4, { { 1 } }), 2 },
};

struct printing {
    transform request;
    const char* text;
};

const printing PRINTINGS[] = {
    { transform(4096), "c2c forward 4096" },
    { with(transform(12),
           [](transform& t) {
               t.dir = direction::inverse;
               t.windowed = true;
               t.shape[0].input_rotation = 6;
               t.shape[0].output_rotation = 5;
               t.norm = normalization::by_length;
           }),
      "c2c inverse 12, windowed, input rotated by 6, output rotated by 5, by length" },
    { with(transform(16),
           [](transform& t) {
               t.windowed = true;
               t.taps_per_branch = 12;
               t.shape[0].input_rotation = 6;
               t.input_distance = 8;
           }),
      "c2c forward 16, windowed, taps per branch 12, input rotated by 6, input distance "
      "8" },
    { with(make(kind::r2c, { { 64 }, { 32 } }, { { 3 }, { 2 } }),
           [](transform& t) {
               t.number = precision::float64;
               t.output_layout = complex_layout::planar;
               t.scale = 0.1;
           }),
      "r2c forward 64x32, loops 3x2, float64, planar output, scaled by 0.1" },
    { with(make(kind::dst2, { { 8 } }, { { 4, 1, 8 } }),
           [](transform& t) {
               t.shape[0].input_stride = 4;
               t.shape[0].output_stride = 1;
               t.input_distance = 40;
               t.output_distance = 32;
               t.number = precision::float16;
               t.norm = normalization::orthonormal;
               t.orthogonalize = true;
           }),
      "dst2 forward 8, loops 4, float16, input loop strides 1, input strides 4, input "
      "distance 40, orthonormal, orthogonalized" },
    { with(packed(with(make(kind::r2c, { { 8 } }), set_in_place)), set_in_place),
      "r2c forward 8, in place" },
    { with(transform(6), [](transform& t) { t.real_input = true; }),
      "c2c forward 6, real input" },
    { with(transform(64), [](transform& t) { t.convolved.emplace(); }),
      "c2c forward 64, convolved" },
    { with(transform(64),
           [](transform& t) {
               t.convolved = { 7, 0, 2 };
               t.input_distance = 48;
           }),
      "c2c forward 64, convolved, outputs from 7, output step 2, input distance 48" },
    { with(transform(64),
           [](transform& t) {
               t.convolved = { 7, 50, 1 };
           }),
      "c2c forward 64, convolved, outputs from 7, outputs 50" },
};

} // namespace

class qa_transform : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_transform);
    CPPUNIT_TEST(fills_in_strides);
    CPPUNIT_TEST(counts_extents_and_bytes);
    CPPUNIT_TEST(scales_as_the_normalization_says);
    CPPUNIT_TEST(scales_by_the_nearest_number);
    CPPUNIT_TEST(knows_what_an_inverse_computes);
    CPPUNIT_TEST(prints_what_is_not_default);
    CPPUNIT_TEST(names_the_next_length_that_is_fast);
    CPPUNIT_TEST_SUITE_END();

    void fills_in_strides()
    {
        for (const auto& p : PACKINGS) {
            const auto full = packed(p.request);
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                p.why, std::string(p.input), strides_of(full, true));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                p.why, std::string(p.output), strides_of(full, false));
            // A transform whose strides are all given stays as it is, and is the same
            // transform.
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                p.why, std::string(p.input), strides_of(packed(full), true));
            CPPUNIT_ASSERT_EQUAL_MESSAGE(p.why, to_string(p.request), to_string(full));
        }
    }

    void counts_extents_and_bytes()
    {
        auto t = make(kind::r2c, { { 4 }, { 6 } });
        t.number = precision::float64;
        CPPUNIT_ASSERT_EQUAL(std::int64_t(24), input_extent(t));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(48), output_extent(t, 3));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(0), output_extent(t, 0));
        CPPUNIT_ASSERT_EQUAL(std::size_t(24 * 8), input_row_bytes(t));
        CPPUNIT_ASSERT_EQUAL(std::size_t(16 * 16), output_row_bytes(t));
        t.output_layout = complex_layout::planar;
        CPPUNIT_ASSERT_EQUAL(std::size_t(8), output_element_bytes(t));
        CPPUNIT_ASSERT_EQUAL(std::size_t(16 * 8), output_row_bytes(t));
        t.number = precision::float16;
        CPPUNIT_ASSERT_EQUAL(std::size_t(2), input_element_bytes(t));

        // Rows that lie between each other's points.
        auto columns = transform(4);
        columns.shape[0].input_stride = 10;
        columns.input_distance = 1;
        CPPUNIT_ASSERT_EQUAL(std::int64_t(31), input_extent(columns));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(40), input_extent(columns, 10));
        CPPUNIT_ASSERT_EQUAL(std::size_t(8), input_row_bytes(columns));
        columns.real_input = true;
        CPPUNIT_ASSERT_EQUAL(std::size_t(4), input_row_bytes(columns));
    }

    void scales_as_the_normalization_says()
    {
        for (const auto& s : SCALINGS) {
            auto t = s.request;
            t.scale = 3;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, 3.0, scale_of(t));
            t.norm = normalization::orthonormal;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(
                s.why,
                static_cast<double>(3 /
                                    std::sqrt(static_cast<long double>(s.dft_points))),
                scale_of(t));
            t.norm = normalization::by_length;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, 3.0, scale_of(t));
            t.dir = direction::inverse;
            CPPUNIT_ASSERT_EQUAL_MESSAGE(s.why, 3 / s.dft_points, scale_of(t));
        }
    }

    // All outputs share the error of their scale, which does not average.
    void scales_by_the_nearest_number()
    {
        for (std::int64_t length = 1; length <= 1000; ++length) {
            auto t = make(kind::dct4, { { length } });
            t.norm = normalization::orthonormal;
            const long double exact = 1 / std::sqrt(2 * static_cast<long double>(length));
            const double made = scale_of(t);
            for (const double other :
                 { std::nextafter(made, 0), std::nextafter(made, 2) })
                CPPUNIT_ASSERT_MESSAGE(to_string(t),
                                       std::abs(made - exact) <= std::abs(other - exact));
        }
    }

    void knows_what_an_inverse_computes()
    {
        const kind pairs[][2] = { { kind::c2c, kind::c2c },   { kind::dct1, kind::dct1 },
                                  { kind::dct2, kind::dct3 }, { kind::dct3, kind::dct2 },
                                  { kind::dct4, kind::dct4 }, { kind::dst1, kind::dst1 },
                                  { kind::dst2, kind::dst3 }, { kind::dst3, kind::dst2 },
                                  { kind::dst4, kind::dst4 } };
        for (const auto& p : pairs) {
            auto t = make(p[0], { { 4 } });
            CPPUNIT_ASSERT(effective_kind(t) == p[0]);
            t.dir = direction::inverse;
            CPPUNIT_ASSERT(effective_kind(t) == p[1]);
        }
    }

    void prints_what_is_not_default()
    {
        for (const auto& p : PRINTINGS)
            CPPUNIT_ASSERT_EQUAL(std::string(p.text), to_string(p.request));
    }

    void names_the_next_length_that_is_fast()
    {
        CPPUNIT_ASSERT_EQUAL(std::int64_t(1), next_fast_length(1));
        CPPUNIT_ASSERT_EQUAL(std::int64_t(18), next_fast_length(17));
        CPPUNIT_ASSERT_EQUAL(MAX_LENGTH, next_fast_length(MAX_LENGTH));
        CPPUNIT_ASSERT_THROW(next_fast_length(0), std::invalid_argument);
        CPPUNIT_ASSERT_THROW(next_fast_length(MAX_LENGTH + 1), std::invalid_argument);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_transform);
