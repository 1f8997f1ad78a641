/* SPDX-License-Identifier: GPL-3.0-or-later */
// Every refusal, word for word: what was asked, what is wrong with it, what would work.
#include "plan/request/validate.h"
#include "support/refusal.h"
#include <cppunit/extensions/HelperMacros.h>
#include <gpufft/error.h>
#include <functional>
#include <limits>

using namespace gpufft;
using namespace gpufft::testing;

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

transform in_place(transform t)
{
    t.in_place = true;
    return t;
}

struct refusal {
    const char* why;
    transform request;
    const char* message;
};

const refusal SHAPES[] = {
    { "no dimension", make(kind::c2c, {}), "a transform has 1 to 4 dimensions, got 0" },
    { "too many dimensions",
      make(kind::c2c, { { 2 }, { 2 }, { 2 }, { 2 }, { 2 } }),
      "a transform has 1 to 4 dimensions, got 5; transform some of them, then the "
      "others" },
    { "no points", transform(0), "length must be at least 1, got 0" },
    { "negative",
      make(kind::r2c, { { 4 }, { -4 } }),
      "length must be at least 1, got -4" },
    { "above the limit",
      transform((1 << 27) + 1),
      "length 134217729 is above the limit of 134217728 (2^27) points" },
    { "a length that the kind does not admit",
      make(kind::dct1, { { 3 }, { 1 } }),
      "dct1 needs at least 2 points, got 1; dct2 to dct4 take 1" },
    { "too many loops",
      make(kind::c2c, { { 2 } }, { { 2 }, { 2 }, { 2 }, { 2 }, { 2 } }),
      "a row has at most 4 loops, got 5; join neighbours that lie behind each other, or "
      "make them rows" },
    { "an empty loop",
      make(kind::c2c, { { 2 } }, { { 0 } }),
      "a loop's count must be at least 1, got 0" },
    { "a row beyond the indices of kernels",
      make(kind::c2c, { { 1 << 20 }, { 1 << 12 } }),
      "a row of 4294967296 elements from first to last (input) is above the limit of "
      "2147483648 (2^31); fewer points, or lesser strides, work" },
    { "a row with a loop beyond the indices of kernels",
      make(kind::c2c, { { 1 << 20 } }, { { 1 << 12 } }),
      "a row of 4294967296 elements from first to last (input) is above the limit of "
      "2147483648 (2^31); take loops out of it and make them rows" },
};

const refusal KINDS[] = {
    { "real points have no inverse",
      with(make(kind::r2c, { { 8 } }), [](transform& t) { t.dir = direction::inverse; }),
      "r2c is a forward transform, got inverse; c2r is its inverse" },
    { "nor has a half spectrum a forward transform",
      with(make(kind::c2r, { { 8 } }), [](transform& t) { t.dir = direction::forward; }),
      "c2r is an inverse transform, got forward; r2c is its inverse" },
    { "real_input is of c2c",
      with(make(kind::r2c, { { 8 } }), [](transform& t) { t.real_input = true; }),
      "real_input is for c2c, whose input is complex otherwise; leave it out of r2c "
      "forward 8, real input" },
    { "orthogonalize is of a dct",
      with(transform(8), [](transform& t) { t.orthogonalize = true; }),
      "orthogonalize is for a DCT or DST; orthonormal alone makes c2c forward 8, "
      "orthogonalized orthogonal" },
    { "no scale",
      with(transform(8),
           [](transform& t) { t.scale = std::numeric_limits<double>::infinity(); }),
      "scale must be finite, got inf" },
    { "a window of a dct",
      with(make(kind::dct2, { { 8 } }), [](transform& t) { t.windowed = true; }),
      "a window is for c2c and r2c; multiply the input of dct2 forward 8, windowed by it "
      "first" },
    { "a window of two dimensions",
      with(make(kind::c2c, { { 8 }, { 8 } }), [](transform& t) { t.windowed = true; }),
      "a window is for one dimension without loops, got 2 dimensions and 0 loops; make "
      "the transforms rows, or multiply the input first" },
    { "no taps a branch",
      with(transform(8), [](transform& t) { t.taps_per_branch = 0; }),
      "taps_per_branch must be 1 .. 16777216 of 8 points (2^27 taps in all), got 0" },
    { "branches without a window",
      with(transform(8), [](transform& t) { t.taps_per_branch = 4; }),
      "4 taps a branch are of a window; make the transform `windowed` as well" },
    { "branches of an expression",
      with(transform(8),
           [](transform& t) {
               t.windowed = true;
               t.taps_per_branch = 4;
               t.load = "conj(x)";
           }),
      "a load expression is of the points of a row, and rows of 4 taps a branch are "
      "folded "
      "to theirs; change the samples first" },
    { "branches in place",
      with(transform(8),
           [](transform& t) {
               t.windowed = t.in_place = true;
               t.taps_per_branch = 4;
           }),
      "rows of 4 taps a branch are longer than their outputs, and share samples; use two "
      "buffers" },
    { "rotated by a whole row",
      with(transform(8), [](transform& t) { t.shape[0].input_rotation = 8; }),
      "input_rotation must be 0 .. 7 (length - 1), got 8" },
    { "rotated backwards",
      with(transform(8), [](transform& t) { t.shape[0].output_rotation = -1; }),
      "output_rotation must be 0 .. 7 (length - 1), got -1" },
    { "half a spectrum does not go round",
      with(make(kind::r2c, { { 8 } }),
           [](transform& t) { t.shape[0].output_rotation = 1; }),
      "output_rotation is for c2c; got 1 for r2c forward 8, output rotated by 1" },
};

const refusal LAYOUTS[] = {
    { "planes of reals",
      with(make(kind::r2c, { { 8 } }),
           [](transform& t) { t.input_layout = complex_layout::planar; }),
      "the input of r2c forward 8, planar input is real and has no planes; leave "
      "input_layout interleaved" },
    { "backwards",
      with(transform(8), [](transform& t) { t.shape[0].input_stride = -1; }),
      "input strides must be positive, got -1; begin at the other end of the array, or "
      "reverse it" },
    { "rows backwards",
      with(transform(8), [](transform& t) { t.output_distance = -8; }),
      "output_distance must be positive, got -8" },
    { "half of the strides",
      make(kind::c2c, { { 4, 8, 0 }, { 4 } }),
      "some input strides are given, but not that of a dimension of 4; give all of the "
      "input's, or none where it has no gaps" },
    { "a loop without its stride",
      make(kind::c2c, { { 4, 0, 1 } }, { { 2 } }),
      "some output strides are given, but not that of a loop of 2; give all of the "
      "output's, or none where it has no gaps" },
    { "outputs on top of each other",
      make(kind::c2c, { { 4, 0, 2 }, { 3, 0, 1 } }),
      "two output elements share an address (count x stride: 4 x 2, 3 x 1); a stride "
      "must step over what smaller ones reach" },
};

const refusal IN_PLACE[] = {
    { "reals as long as complex ones",
      in_place(with(transform(8), [](transform& t) { t.real_input = true; })),
      "a real input cannot be transformed in place: the complex output is twice as "
      "large; use two buffers" },
    { "planes onto pairs",
      in_place(with(transform(8),
                    [](transform& t) { t.output_layout = complex_layout::planar; })),
      "in place, input and output are both planar or both interleaved; use two "
      "buffers" },
    { "onto other places",
      in_place(make(kind::c2c, { { 8, 1, 2 } })),
      "in place, input and output have the same strides, got 1 and 2; use two buffers" },
    { "rows onto other places",
      in_place(
          with(make(kind::dct2, { { 8 } }), [](transform& t) { t.output_distance = 9; })),
      "in place, input and output have the same distance, got 8 and 9; use two "
      "buffers" },
    { "planes onto reals",
      in_place(with(make(kind::r2c, { { 8 } }),
                    [](transform& t) { t.output_layout = complex_layout::planar; })),
      "a real transform cannot be planar in place: its two planes are not where the "
      "real points are; use two buffers, or interleaved" },
    { "an unpadded row",
      in_place(
          with(make(kind::r2c, { { 8 } }), [](transform& t) { t.input_distance = 8; })),
      "a real transform in place needs its 8 points padded to 10, so that real strides "
      "are twice the complex ones; got 8 and 5" },
    { "real points with gaps",
      in_place(make(kind::c2r, { { 8, 1, 2 } })),
      "a real transform in place has stride 1 along its last dimension, got 2 and 1; "
      "use two buffers" },
};

template <class table>
void expect_refusals(const table& rows)
{
    for (const auto& r : rows)
        expect_refusal(
            r.message, [&r] { validate(r.request); }, r.why);
}

} // namespace

class qa_validate : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_validate);
    CPPUNIT_TEST(refuses_with_the_reason);
    CPPUNIT_TEST(accepts_the_ends_of_the_range);
    CPPUNIT_TEST(refuses_rows_that_do_not_fit);
    CPPUNIT_TEST(refuses_what_the_device_cannot_hold);
    CPPUNIT_TEST_SUITE_END();

    void refuses_with_the_reason()
    {
        expect_refusals(SHAPES);
        expect_refusals(KINDS);
        expect_refusals(LAYOUTS);
        expect_refusals(IN_PLACE);
    }

    void accepts_the_ends_of_the_range()
    {
        for (const auto k : { kind::c2c,
                              kind::c2r,
                              kind::dct2,
                              kind::dct3,
                              kind::dct4,
                              kind::dst1,
                              kind::dst2,
                              kind::dst3,
                              kind::dst4 })
            validate(make(k, { { 1 } }));
        validate(make(kind::r2c, { { 1 } }));
        validate(make(kind::dct1, { { 2 } }));
        validate(transform(MAX_LENGTH));
        validate(make(kind::c2c, { { 1 << 16 }, { 1 << 15 } }));
        validate(make(kind::c2c, { { 8, 0, 0, 7, 7 } }));
        validate(in_place(make(kind::r2c, { { 3 }, { 8 } }, { { 5 } })));
        validate(in_place(make(kind::c2r, { { 3 }, { 7 } })));
        // Strides that neither nest nor meet.
        validate(make(kind::c2c, { { 2, 0, 3 }, { 2, 0, 2 } }));
        // Inputs may be shared.
        validate(make(kind::c2c, { { 4, 1, 4 }, { 4, 1, 1 } }));
    }

    void refuses_rows_that_do_not_fit()
    {
        const auto interleaved = with(transform(8), [](transform& t) {
            t.shape[0].output_stride = 4;
            t.output_distance = 1;
        });
        validate(interleaved);
        check_rows(interleaved, 4);
        expect_refusal(
            "two output elements share an address (count x stride: 8 x 4, 5 "
            "x 1); a stride must step over what smaller ones reach",
            [&] { check_rows(interleaved, 5); },
            "a fifth row between the points of the first");
        expect_refusal(
            "18446744073709551615 rows of 64 bytes are more than 64 bits can "
            "count; split them into calls of 144115187807420416 rows at most",
            [] { check_rows(transform(8), ~std::uint64_t(0)); },
            "more bytes than there are");
        check_rows(transform(8), std::uint64_t(1) << 56);
    }

    void refuses_what_the_device_cannot_hold()
    {
        device_limits limits;
        auto t = transform(1 << 20);
        check_device(t, limits, 8 << 20);
        t.number = precision::float64;
        expect_refusal(
            "float64 was asked for, but the device has no double precision; "
            "use float32, or a device that has it (`gpufft devices` says "
            "which)",
            [&] { check_device(t, limits); },
            "no double precision");
        limits.has_float64 = true;
        check_device(t, limits);
        limits.global_memory_bytes = 40 << 20;
        limits.max_allocation_bytes = 20 << 20;
        check_device(t, limits);
        expect_refusal(
            "a row of c2c forward 1048576, float64 takes 48.0 MiB on the "
            "device, 16.0 MiB in one buffer; it has 40.0 MiB, 20.0 MiB in one "
            "buffer. Use a larger device, or a smaller transform",
            [&] { check_device(t, limits, 16 << 20); },
            "workspace on top");
        t.in_place = true;
        check_device(t, limits, 16 << 20);
        t.input_layout = t.output_layout = complex_layout::planar;
        check_device(t, limits, 16 << 20);
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_validate);
