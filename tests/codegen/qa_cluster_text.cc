/* SPDX-License-Identifier: GPL-3.0-or-later */
// The CUDA text of tiles over clusters, compiled for the host, against the reference.
#include "codegen/cluster_text.h"
#include "plan/roots/convolution.h"
#include "plan/simt/tile.h"
#include "plan/simt/twiddle_layout.h"
#include "plan/tables/pass_table.h"
#include "plan/text/plan_text.h"
#include "support/judges/reference.h"
#include <cppunit/extensions/HelperMacros.h>
#include <fmt/format.h>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

constexpr std::uint32_t ROWS = 3;
// Frames of two workgroups that filter: several turns of their registers, the last tile
// not full.
constexpr std::uint32_t FRAMES = 61;
constexpr unsigned FILTERING_GROUPS = 2;

std::uint32_t rows_of(const transform& t) { return t.windowed ? FRAMES : ROWS; }

//! Elements of the input, as reals and as the reference takes them.
template <class real>
struct test_input {
    std::vector<real> stored;
    std::vector<wide> elements;
};

//! Elements of a row of the input: of a c2r its bins.
std::int64_t input_elements(const transform& t)
{
    const auto last = t.shape.back().length;
    return t.kind == transform_kind::c2r ? t.points() / last * (last / 2 + 1)
                                         : t.points();
}

//! Frames that overlap, and all elements of each.
template <class real>
test_input<real> frames_of(const transform& t)
{
    test_input<real> in;
    const auto length = t.points() * t.taps_per_branch;
    const auto all = noise(t.input_distance * (FRAMES - 1) + length);
    for (const auto& x : all) {
        in.stored.push_back(x.real());
        in.stored.push_back(x.imag());
    }
    for (std::uint32_t row = 0; row < FRAMES; ++row) {
        const auto* const begin = all.data() + row * t.input_distance;
        in.elements.insert(in.elements.end(), begin, begin + length);
    }
    return in;
}

template <class real>
test_input<real> input_of(const transform& t)
{
    if (t.windowed)
        return frames_of<real>(t);
    test_input<real> in;
    for (const auto& x : noise(input_elements(t) * ROWS)) {
        in.stored.push_back(x.real());
        if (t.kind == transform_kind::r2c) {
            in.elements.emplace_back(in.stored.back());
            continue;
        }
        in.stored.push_back(x.imag());
        in.elements.emplace_back(x.real(), x.imag());
    }
    return in;
}

//! Reals between a multiple of 16 bytes and the arrays.
struct shifts {
    std::size_t in, out;
};

template <class real>
void run(const plan& made, int which, fiber_order order, shifts by)
{
    using complex = std::complex<real>;
    const auto& p = made.passes.front();
    const auto exact = twiddle_table(p);
    const std::vector<complex> twiddles(exact.begin(), exact.end());
    auto in = input_of<real>(made.request);
    in.stored.insert(in.stored.begin(), by.in, 0);
    std::vector<double> taps;
    for (const auto& x :
         noise(made.request.windowed ? p.points() * p.load.taps_per_branch : 0, 2))
        taps.push_back(x.real());
    const std::vector<float> window(taps.begin(), taps.end());
    const auto expected = reference_transform(made.request, in.elements, taps);
    std::vector<real> out(2 * expected.size() + by.out);
    const auto indices =
        p.has_indices() ? rader_indices(p) : std::vector<std::uint32_t>();
    const cluster_shape shape = { p.workgroup().cluster.size,
                                  p.launched_items(),
                                  static_cast<std::size_t>(local_memory_bytes(p)),
                                  p.workgroup().bulk_output };
    const auto rows = rows_of(made.request);
    const auto clusters = p.workgroup().filter_items
                              ? FILTERING_GROUPS
                              : p.groups(rows) / p.workgroup().cluster.size;
    gridDim.x = static_cast<unsigned>(clusters);
    for (unsigned number = 0; number < clusters; ++number) {
        const auto fault = run_cluster(shape, number, order, [&] {
            CLUSTER_KERNELS[which](in.stored.data() + by.in,
                                   out.data() + by.out,
                                   twiddles.data(),
                                   indices.data(),
                                   window.data(),
                                   rows);
        });
        CPPUNIT_ASSERT_EQUAL_MESSAGE(CLUSTER_PLANS[which], std::string(), fault);
    }
    const bool is_real = made.request.kind == transform_kind::c2r;
    std::vector<wide> made_of;
    for (std::size_t i = 0; i < expected.size(); ++i)
        made_of.push_back(is_real ? wide(out[by.out + i])
                                  : wide(out[by.out + 2 * i], out[by.out + 2 * i + 1]));
    const auto error = relative_error(made_of, expected);
    CPPUNIT_ASSERT_MESSAGE(fmt::format("{}: error {:.2e}", CLUSTER_PLANS[which], error),
                           error <=
                               tolerance(made.request) +
                                   rounding_of_branches(made.request, in.elements, taps));
}

void run_all(fiber_order order)
{
    for (int i = 0; i < CLUSTER_COUNT; ++i) {
        const auto made = parse_plan(CLUSTER_PLANS[i]);
        const auto& k = made.passes.front().workgroup();
        if (made.request.number == precision::float64)
            run<double>(made, i, order, { 0, 0 });
        else
            run<float>(made, i, order, { 0, 0 });
        if (k.bulk_input)
            run<float>(made, i, order, { 2, 0 });
        if (k.bulk_output)
            run<float>(made, i, order, { 0, 2 });
        if (k.bulk_input && k.bulk_output)
            run<float>(made, i, order, { 2, 2 });
    }
}

} // namespace

class qa_cluster_text : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_cluster_text);
    CPPUNIT_TEST(is_right_when_the_first_work_item_leads);
    CPPUNIT_TEST(is_right_when_the_last_one_does);
    CPPUNIT_TEST_SUITE_END();

    void is_right_when_the_first_work_item_leads() { run_all(fiber_order::first); }
    void is_right_when_the_last_one_does() { run_all(fiber_order::last); }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_cluster_text);
