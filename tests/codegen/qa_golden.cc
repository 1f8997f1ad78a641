/* SPDX-License-Identifier: GPL-3.0-or-later */
// Every change of a kernel's text shows in review. Few: one for each kernel family and
// dialect, in the room of lib/codegen that it is there for. Codelets and runs of lines
// are folded (codegen/fold.h). That the kernels are right is exec.kernels' business.
#include "codegen/fold.h"
#include "codegen/generate/generate.h"
#include "codegen/helpers/branch_kernels.h"
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "codegen/helpers/receiver_kernels.h"
#include "codegen/helpers/reorder_kernel.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/text/plan_text.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include <cppunit/extensions/HelperMacros.h>
#include <boost/filesystem.hpp>
#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

using kind = transform_kind;

struct sample {
    const char* why;
    const char* room; //!< folder below tests/golden
    const dialect& spelled;
    const device_limits& limits;
    transform request;
};

device_limits with_doubles(device_limits limits)
{
    limits.has_float64 = true;
    return limits;
}

const device_limits GPU = with_doubles(device_limits());
const device_limits CPU = with_doubles(make_limits(true, 1024, 4096, 512));
const device_limits FOUR_LANES = [] {
    auto limits = CPU;
    limits.vector_width = 4;
    return limits;
}();
const device_limits TINY = half_a_kib();

//! A window of several taps a branch, of a stream.
transform with_branches(std::int64_t length)
{
    transform t(length);
    t.windowed = true;
    t.taps_per_branch = 12;
    t.input_distance = length / 2;
    return t;
}

//! Window, rotation, inverse, scale.
transform with_busy_io(std::int64_t length)
{
    transform t(length);
    t.dir = direction::inverse;
    t.norm = normalization::by_length;
    t.windowed = true;
    t.shape[0].input_rotation = length / 2;
    return t;
}

transform of_doubles(transform t)
{
    t.number = precision::float64;
    return t;
}

//! Both expressions: a buffer as it lies, a number, and reals that are stored.
transform with_expressions(std::int64_t length)
{
    transform t(length);
    t.load = "x * conj(h[n])";
    t.store = "norm(y) * s";
    t.arguments = { { "h", argument_kind::complex_buffer, length },
                    { "s", argument_kind::number, 0 } };
    t.real_output = true;
    return t;
}

const sample SAMPLES[] = {
    { "SIMT, two stages", "simt/kernel", opencl_dialect(), GPU, transform(64) },
    { "SIMT, two stages", "simt/kernel", cuda_dialect(), GPU, transform(64) },
    { "SIMT, staged in one run", "simt/features", cuda_dialect(), GPU, transform(15) },
    { "SIMT, staged, busy I/O", "io", opencl_dialect(), GPU, with_busy_io(15) },
    { "SIMT, expressions", "io", cuda_dialect(), GPU, with_expressions(15) },
    { "SIMD, expressions", "simd", opencl_dialect(), CPU, with_expressions(512) },
    { "SIMT, two passes", "simt/kernel", opencl_dialect(), TINY, transform(216) },
    { "SIMT, parts change hands one by one",
      "simt/kernel",
      opencl_dialect(),
      TINY,
      transform(80) },
    { "SIMD, a lane a row", "simd/rows", opencl_dialect(), CPU, transform(20) },
    { "SIMD, doubles", "simd/kernel", opencl_dialect(), CPU, of_doubles(transform(192)) },
    { "SIMD, busy load and store", "simd", opencl_dialect(), CPU, with_busy_io(480) },
    { "branches folded", "io", opencl_dialect(), GPU, with_branches(16) },
    { "branches folded", "io", cuda_dialect(), GPU, with_branches(16) },
    { "branches folded to lanes of points",
      "simd",
      opencl_dialect(),
      CPU,
      with_branches(256) },
    { "branches folded to a lane a row",
      "simd/rows",
      opencl_dialect(),
      CPU,
      with_branches(20) },
    { "SIMD, a convolution of rows",
      "simd/stages",
      opencl_dialect(),
      CPU,
      transform(61) },
    { "SIMD, a convolution in passes",
      "simd/columns",
      opencl_dialect(),
      CPU,
      transform(8209) },
    { "reals, several rows a lane",
      "simd/reals",
      opencl_dialect(),
      FOUR_LANES,
      transform_of(kind::r2c, { 2 }) },
    { "bins in lanes of points",
      "simd/points",
      opencl_dialect(),
      FOUR_LANES,
      transform_of(kind::r2c, { 512 }) },
    { "points of bins in lanes of points",
      "simd/points",
      opencl_dialect(),
      FOUR_LANES,
      transform_of(kind::c2r, { 512 }) },
    { "reals, a lane a row",
      "simd/reals",
      opencl_dialect(),
      FOUR_LANES,
      transform_of(kind::dct2, { 40 }) },
    { "SIMD, two dimensions",
      "simd/points",
      opencl_dialect(),
      CPU,
      transform_of(kind::c2c, { 8, 8 }) },
    { "two dimensions",
      "simt/kernel",
      opencl_dialect(),
      GPU,
      transform_of(kind::c2c, { 64, 64 }) },
    { "three dimensions",
      "simt/kernel",
      opencl_dialect(),
      GPU,
      transform_of(kind::c2c, { 16, 16, 16 }) },
    { "Rader", "simt/features", cuda_dialect(), GPU, of_doubles(transform(127)) },
    { "Bluestein",
      "simt/kernel",
      opencl_dialect(),
      GPU,
      transform_of(kind::r2c, { 74 }) },
    { "a store that pairs k and -k",
      "simt/features",
      opencl_dialect(),
      GPU,
      transform_of(kind::dct2, { 30 }) },
    { "butterflies of conjugate pairs",
      "simt/features",
      opencl_dialect(),
      GPU,
      transform_of(kind::r2c, { 64 }) },
    { "butterflies of conjugate pairs at input and output",
      "simt/features",
      cuda_dialect(),
      GPU,
      transform_of(kind::dct2, { 64 }) },
    { "a fold, and a store that pairs k and -k",
      "simt/features",
      opencl_dialect(),
      GPU,
      transform_of(kind::dct2, { 4, 34 }) },
    { "codelets of reals",
      "simt/features",
      opencl_dialect(),
      GPU,
      transform_of(kind::dct2, { 8, 8 }) },
    { "a real end", "io", opencl_dialect(), GPU, transform_of(kind::c2r, { 30 }) },
    { "an inner DFT in another order",
      "io",
      opencl_dialect(),
      GPU,
      transform_of(kind::dct4, { 15 }) },
    { "an extension of rows and of columns, by signed places",
      "io",
      cuda_dialect(),
      GPU,
      transform_of(kind::dst1, { 5, 3 }) },
};

std::string read_file(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

//! The first line in which they differ, "" where they are the same.
std::string first_difference(const std::string& reviewed, const std::string& made)
{
    std::istringstream a(reviewed), b(made);
    std::string was, is;
    for (int number = 1;; ++number) {
        const bool has_a = static_cast<bool>(std::getline(a, was));
        const bool has_b = static_cast<bool>(std::getline(b, is));
        if (!has_a && !has_b)
            return "";
        if (has_a != has_b || was != is)
            return "line " + std::to_string(number) + ": " + is;
    }
}

//! \p request with squares beside what it accumulates.
power_request several(power_request request)
{
    request.how.add(accumulation::square);
    return request;
}

} // namespace

class qa_golden : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_golden);
    CPPUNIT_TEST(text_is_what_was_reviewed);
    CPPUNIT_TEST(clusters_are_what_was_reviewed);
    CPPUNIT_TEST(constant_geometry_is_what_was_reviewed);
    CPPUNIT_TEST(power_kernels_are_what_was_reviewed);
    CPPUNIT_TEST(branch_kernels_are_what_was_reviewed);
    CPPUNIT_TEST(reorder_kernels_are_what_was_reviewed);
    CPPUNIT_TEST(receiver_kernels_are_what_was_reviewed);
    CPPUNIT_TEST(shared_power_kernels_are_what_was_reviewed);
    CPPUNIT_TEST(histogram_kernels_are_what_was_reviewed);
    CPPUNIT_TEST(no_change_is_folded_away);
    CPPUNIT_TEST(text_is_the_same_every_time);
    CPPUNIT_TEST_SUITE_END();

    static std::vector<kernel_source> kernels(const sample& s)
    {
        return generate_kernels(choose_plan(s.request, s.limits), s.spelled);
    }

    //! A release is no change of a kernel: its head says VERSION here.
    static std::string without_version(const std::string& text)
    {
        static const std::regex version("^// gr-gpufft [0-9.]+,");
        return std::regex_replace(text,
                                  version,
                                  "// gr-gpufft VERSION,",
                                  std::regex_constants::format_first_only);
    }

    static void
    check(const std::string& why, const std::string& room, const kernel_source& source)
    {
        const auto folder = std::string(GOLDEN_DIR "/") + room + "/";
        const auto file = folder + source.name + "." + source.suffix;
        const auto made = without_version(folded(source.text));
        if (std::getenv("GPUFFT_UPDATE_GOLDEN")) {
            boost::filesystem::create_directories(folder);
            std::ofstream(file) << made;
        }
        CPPUNIT_ASSERT_EQUAL_MESSAGE(
            why + ": " + file +
                ": if the change is meant, rerun with GPUFFT_UPDATE_GOLDEN=1 and "
                "review the diff",
            std::string(),
            first_difference(without_version(read_file(file)), made));
    }

    void text_is_what_was_reviewed()
    {
        for (const auto& s : SAMPLES)
            for (const auto& source : kernels(s))
                check(s.why, s.room, source);
    }

    void clusters_are_what_was_reviewed()
    {
        const char* const lines[][2] = {
            { "a cluster meets", "c2c forward 512: cluster | 8.8.8 padding=1 cluster=4" },
            { "a cluster counts what arrives",
              "c2c forward 1024: cluster | 8.4x2.4x2.8 cluster=4 cluster-after=2 "
              "cluster-async" },
            { "a cluster combines conjugate pairs",
              "r2c forward 2048: cluster | 8.8.4x2.4 cluster=2 cluster-after=2 "
              "paired-output" },
            { "evict-first loads and stores",
              "c2c forward 256: stockham | 16.16 evict-first-input "
              "evict-first-output" }
        };
        for (const auto& [why, line] : lines)
            check(why,
                  "simt/features",
                  generate_kernels(parse_plan(line), cuda_dialect()).front());
    }

    void constant_geometry_is_what_was_reviewed()
    {
        check("constant geometry",
              "simt/features",
              generate_kernels(
                  parse_plan("c2c forward 27: stockham | 3x3.3x3.3x3 staged-output "
                             "constant-geometry padding=0,1"),
                  opencl_dialect())
                  .front());
        check("constant geometry, parts one by one",
              "simt/features",
              generate_kernels(
                  parse_plan("c2c forward 125: stockham | 5.5.5 split constant-geometry"),
                  cuda_dialect())
                  .front());
    }

    void power_kernels_are_what_was_reviewed()
    {
        const power_request bytes = {
            64, 32, sample_kind::complex_uint8, accumulation::highest
        };
        const power_request reals = {
            16, 100, sample_kind::real_float, accumulation::sum
        };
        for (const auto& request : { bytes, reals }) {
            for (const auto& source :
                 generate_front(choose_power_plan(request, GPU), cuda_dialect()))
                check("samples to gathered powers", "simt/kernel", source);
        }
        const auto& d = opencl_dialect();
        check("whole numbers to floats", "helpers", generate_convert(bytes, d));
        check("spectra to gathered powers", "helpers", generate_accumulate(reals, d));
        for (const auto& source :
             generate_front(choose_power_plan(several(bytes), GPU), cuda_dialect()))
            check("samples to powers gathered twice", "simt/kernel", source);
        check("spectra to powers gathered twice",
              "helpers",
              generate_accumulate(several(reals), d));
        check("runs to averages of two planes",
              "helpers",
              generate_combine(several(reals), false, d));
        check("runs to averages", "helpers", generate_combine(bytes, false, d));
        check(
            "runs to exponential averages", "helpers", generate_combine(reals, true, d));
        check("averages to what is shown",
              "helpers",
              generate_finish(cuda_dialect(), true));
    }

    void receiver_kernels_are_what_was_reviewed()
    {
        check("bins to rows", "helpers", generate_gather_bins(opencl_dialect()));
        check("rows to outputs", "helpers", generate_turn_outputs(cuda_dialect()));
    }

    void branch_kernels_are_what_was_reviewed()
    {
        check("rows to samples in one kernel",
              "simt/features",
              generate_kernels(
                  parse_plan("c2c inverse 8: stockham | 8 store=c2c.swap.branches3x2 "
                             "columns=row:10 staged-input staged-output branch-rows=2"),
                  cuda_dialect())
                  .front());
        check("rows to samples", "helpers", generate_branch_sums(1, cuda_dialect()));
        check("rows of half a hop to samples",
              "helpers",
              generate_branch_sums(2, opencl_dialect()));
    }

    void reorder_kernels_are_what_was_reviewed()
    {
        for (const auto* d : { &cuda_dialect(), &opencl_dialect() })
            check("channels in another order", "helpers", generate_reorder(*d));
        check(
            "channels to streams", "helpers", generate_reorder_to_rings(cuda_dialect()));
        check("channels of streams",
              "helpers",
              generate_reorder_from_rings(cuda_dialect()));
    }

    //! On CPU devices powers are gathered as vectors are stored, and workgroups share the
    //! blocks of what comes around them.
    void shared_power_kernels_are_what_was_reviewed()
    {
        const power_request bytes = {
            64, 32, sample_kind::complex_uint8, accumulation::highest
        };
        const power_request reals = {
            16, 100, sample_kind::real_float, accumulation::sum
        };
        const auto& d = pocl_dialect();
        const auto plan = choose_power_plan(bytes, FOUR_LANES);
        CPPUNIT_ASSERT(plan.is_fused);
        check("samples to gathered powers in vectors",
              "simd",
              generate_front(plan, d).front());
        constexpr auto FORM = helper_form::shares;
        check("shares of spectra to gathered powers",
              "helpers",
              generate_accumulate(reals, d, FORM));
        check("shares of spectra to powers gathered twice",
              "helpers",
              generate_accumulate(several(reals), d, FORM));
        check("shares of runs to averages of two planes",
              "helpers",
              generate_combine(several(reals), false, d, FORM));
        const auto planes = choose_power_plan(several(bytes), FOUR_LANES);
        CPPUNIT_ASSERT(planes.is_fused);
        check("samples to powers gathered twice in vectors",
              "simd",
              generate_front(planes, d).front());
        check("shares of runs to averages",
              "helpers",
              generate_combine(bytes, false, d, FORM));
        check("shares of runs to exponential averages",
              "helpers",
              generate_combine(reals, true, d, FORM));
        check("shares of averages to what is shown",
              "helpers",
              generate_finish(d, false, FORM));
    }

    void histogram_kernels_are_what_was_reviewed()
    {
        const histogram_shape s = { 64, 16 };
        const auto& d = opencl_dialect();
        check("powers to a histogram, by columns",
              "helpers",
              generate_histogram_columns(s, 4, histogram_values::powers, d));
        check("powers to a histogram of each thread",
              "helpers",
              generate_histogram_frames(s, 4, histogram_values::powers, d));
        check("counts of threads to a histogram",
              "helpers",
              generate_histogram_sum(s, 4, 2, d));
        check("counts by columns to a histogram",
              "helpers",
              generate_histogram_sum(s, 4, 0, d));
        check("powers to counts", "helpers", generate_histogram_count(s, cuda_dialect()));
        check("counts to a histogram", "helpers", generate_histogram_fade(s, d));
    }

    //! Another digit in every seventh line or, where it has none, the line twice.
    static void changes_show(const std::string& text)
    {
        const auto before = folded(text);
        std::size_t number = 0, end = 0;
        for (std::size_t begin = 0; begin < text.size(); begin = end + 1, ++number) {
            end = text.find('\n', begin);
            if (number % 7)
                continue;
            const auto line = text.substr(begin, end + 1 - begin);
            auto changed = text;
            const auto digit = text.find_last_of("0123456789", end);
            if (digit != std::string::npos && digit >= begin)
                changed[digit] = changed[digit] == '9' ? '0' : changed[digit] + 1;
            else
                changed.insert(begin, line);
            CPPUNIT_ASSERT_MESSAGE("hidden: another " + line, folded(changed) != before);
        }
    }

    void no_change_is_folded_away()
    {
        for (const auto& s : SAMPLES)
            for (const auto& source : kernels(s))
                changes_show(source.text);
    }

    void text_is_the_same_every_time()
    {
        for (const auto& s : SAMPLES) {
            const auto once = kernels(s);
            const auto again = kernels(s);
            for (std::size_t i = 0; i < once.size(); ++i)
                CPPUNIT_ASSERT_EQUAL(once[i].text, again[i].text);
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_golden);
