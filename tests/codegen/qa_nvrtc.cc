/* SPDX-License-Identifier: GPL-3.0-or-later */
// The CUDA text of a list of plans goes through NVRTC, which needs no GPU.
#include "codegen/generate/generate.h"
#include "codegen/helpers/histogram_kernels.h"
#include "codegen/helpers/power_kernels.h"
#include "plan/choice/choose_plan.h"
#include "plan/choice/choose_power_plan.h"
#include "plan/request/parse_transform.h"
#include "plan/text/plan_text.h"
#include "support/devices/nvrtc.h"
#include "support/some_of.h"
#include "support/transforms/every_transform.h"
#include "support/transforms/limits.h"
#include "support/transforms/transforms.h"
#include <cppunit/extensions/HelperMacros.h>
#include <regex>

using namespace gpufft;
using namespace gpufft::testing;

namespace {

// Few bytes, moved to fit one more workgroup in, are ptxas' own choice.
constexpr int MOST_SPILLED = 64;

//! Four planes of the same powers.
accumulations all_accumulations()
{
    accumulations all = accumulation::sum;
    for (const auto each :
         { accumulation::highest, accumulation::lowest, accumulation::square })
        all.add(each);
    return all;
}

} // namespace

class qa_nvrtc : public CppUnit::TestFixture
{
    CPPUNIT_TEST_SUITE(qa_nvrtc);
    CPPUNIT_TEST(accepts_every_form_of_kernel);
    CPPUNIT_TEST(accepts_constant_geometry);
    CPPUNIT_TEST(accepts_bulk_copies);
    CPPUNIT_TEST(accepts_tiles_in_bulk);
    CPPUNIT_TEST(accepts_work_items_that_filter);
    CPPUNIT_TEST(accepts_convolutions);
    CPPUNIT_TEST(accepts_kernels_of_power);
    CPPUNIT_TEST(accepts_expressions);
    CPPUNIT_TEST(accepts_expressions_over_clusters);
    CPPUNIT_TEST(tiles_over_clusters_fit_the_registers);
    CPPUNIT_TEST(frames_of_a_pass_fit_the_registers);
    CPPUNIT_TEST_SUITE_END();

    //! \return the log
    static std::string compile(const kernel_source& source, const char* architecture)
    {
        const auto made = compile_with_nvrtc(source, architecture);
        CPPUNIT_ASSERT_EQUAL_MESSAGE(source.name + " for " + architecture + ":\n" +
                                         made.log,
                                     cuda::NVRTC_SUCCESS,
                                     made.status);
        return made.log;
    }

    //! Bytes of registers that do not fit, "24 bytes spill stores" in \p log.
    static int spilled_bytes(const std::string& log)
    {
        std::smatch found;
        CPPUNIT_ASSERT_MESSAGE(
            log, std::regex_search(log, found, std::regex("(\\d+) bytes spill stores")));
        return std::stoi(found[1]);
    }

    void accepts_every_form_of_kernel()
    {
        auto wanted = every_transform();
        for (const auto& v : variants(60))
            wanted.push_back(v.request);
        for (const auto length : { 1, 2, 16, 26, 1001, 1024, 4096, 1 << 20 })
            wanted.emplace_back(length);
        for (const auto* folded :
             { "c2c forward 64, windowed, taps per branch 12, input distance 32",
               "r2c forward 512, float64, windowed, taps per branch 4",
               "c2c inverse 60, real input, windowed, taps per branch 3, input rotated "
               "by 7" })
            wanted.push_back(parse_transform(folded));
        // Each on one device and architecture: between them they see every form.
        std::size_t turn = 0;
        for (const auto& t : some_of(wanted)) {
            auto limits = LIMITS[2 + turn % 4].limits;
            limits.has_float64 = true;
            const auto* architecture = turn / 4 % 2 ? "sm_80" : "sm_90";
            for (const auto& source :
                 generate_kernels(choose_plan(t, limits), cuda_dialect()))
                compile(source, architecture);
            ++turn;
        }
    }

    void accepts_constant_geometry()
    {
        for (const auto* line :
             { "c2c forward 256: stockham | 16.16 columns=row:2 constant-geometry",
               "c2c inverse 4096: stockham | 16m2.16m2.16m2 in-place staged-output "
               "constant-geometry padding=1",
               "c2c forward 1024, float64: stockham | 4x2.4x2.4x2.4x2.4x2 split "
               "constant-geometry" })
            compile(generate_kernels(parse_plan(line), cuda_dialect()).front(), "sm_90");
    }

    void accepts_bulk_copies()
    {
        const std::string rader = " convolves load=c2c.rader store=c2c.rader ";
        const std::string staged = "staged-input staged-output ";
        for (const std::string& line :
             { "c2c forward 127: rader | 9.14" + rader + "columns=row:16 " + staged +
                   "bulk-input bulk-output prime-factor columns-fastest padding=0,1",
               "c2c forward 1021: rader | 4x3.15.17" + rader + staged +
                   "bulk-input bulk-output prime-factor padding=0,5",
               "c2c forward 61: rader | 10.6" + rader + staged + "bulk-output",
               "c2c inverse 61: rader | 12.5 convolves load=c2c.swap.rader "
               "store=c2c.swap.rader columns=row:2 " +
                   staged + "bulk-input bulk-output prime-factor",
               "c2c forward 61, float64: rader | 10.6" + rader + staged +
                   "bulk-input padding=1" })
            for (const auto& source : generate_kernels(parse_plan(line), cuda_dialect()))
                compile(source, "sm_90");
    }

    void accepts_tiles_in_bulk()
    {
        for (const auto* line :
             { "c2c forward 128x128: stockham | 32m2.32m2d1.4x8m2d1.4x8m2 bulk-input "
               "padding=0,1",
               "r2c forward 16384: stockham | 16x2m3.16x2m3.2x16m3.16m3 bulk-input "
               "paired-output padding=0,0,1",
               "c2c forward 100: stockham | 10.10 columns=row:6 staged-output bulk-input "
               "padding=0,3",
               "dct2 forward 4096, float64: stockham | 16.16.8x2 bulk-input" })
            for (const auto& source : generate_kernels(parse_plan(line), cuda_dialect()))
                CPPUNIT_ASSERT_EQUAL_MESSAGE(
                    line, 0, spilled_bytes(compile(source, "sm_90")));
    }

    void accepts_work_items_that_filter()
    {
        constexpr int MOST_SPILLED_SAMPLES = 24; // three of the samples in registers
        for (const auto* line :
             { "c2c forward 1024, windowed, taps per branch 12, input distance 1024: "
               "stockham | 32.32 columns=row:4 staged-input filter-items=512 padding=1 "
               "min-blocks=1",
               "c2c inverse 512, windowed, taps per branch 16, input distance 512: "
               "stockham | 32.16x2 columns=row:8 staged-input filter-items=512 padding=1 "
               "min-blocks=1",
               "c2c forward 256, windowed, taps per branch 4, input distance 192: "
               "stockham | 16.16 columns=row:4 staged-input filter-items=64 padding=1" })
            for (const auto& source : generate_kernels(parse_plan(line), cuda_dialect()))
                CPPUNIT_ASSERT_MESSAGE(line,
                                       spilled_bytes(compile(source, "sm_90")) <=
                                           MOST_SPILLED_SAMPLES);
    }

    // Each function and each type of value, in both precisions, and both ways through
    // local memory.
    void accepts_expressions()
    {
        const std::string arguments =
            ", arguments complex h[64]; real w[100]; number s, real output";
        auto limits = LIMITS[2].limits;
        limits.has_float64 = true;
        for (const char* line :
             { "load "
               "x*conj(h[n])+exp(i*w[n%100])+exp(w[row%100])+complex(sin(n),cos(s)), "
               "store log10(norm(y)+s)+log(abs(y)+1)+sqrt(abs(w[k]))+"
               "min(real(y),imag(y))+max(s,select(k<=32,row,pi))",
               "load select(n==3,x/h[row-5],x/s), "
               "store abs(w[min(k,99)])-norm(s)*real(h[max(k-9,0)])*select(k!=1,1,0)" })
            for (const auto* kind : { "c2c forward 64",
                                      "r2c forward 1000",
                                      "c2c forward 1021",
                                      "c2c forward 1048576",
                                      "c2c forward 64, float64" }) {
                const bool is_real = std::string(kind).front() == 'r';
                std::string asked = line;
                if (is_real)
                    asked = "load x*w[n%100]+real(h[n/64]), store norm(y)*s";
                for (const auto& source : generate_kernels(
                         choose_plan(parse_transform(
                                         fmt::format("{}, {}{}", kind, asked, arguments)),
                                     limits),
                         cuda_dialect()))
                    compile(source, "sm_90");
            }
    }

    // A cluster loads and stores each point for itself. Outputs of an r2c, which it
    // stores in pairs, have none with an expression: passes share them.
    void accepts_expressions_over_clusters()
    {
        const std::pair<const char*, bool> rows[] = {
            { "c2c forward 65536, load x*h[n%64], store y*h[k%64]", true },
            { "c2c inverse 65536, load x*h[n%64], store y*h[k%64]", true },
            { "r2c forward 131072, load x*real(h[n%64])", true },
            { "r2c forward 131072, store y*h[k%64]", false },
            { "c2r inverse 131072, load x*h[n%64], store y*real(h[k%64])", true },
        };
        for (const auto& [line, is_cluster] : rows) {
            const auto chosen = choose_plan(
                parse_transform(std::string(line) + ", arguments complex h[64]"),
                with_clusters());
            const auto& first = chosen.passes.front();
            CPPUNIT_ASSERT_EQUAL_MESSAGE(plan_text(chosen),
                                         is_cluster,
                                         first.is_workgroup() &&
                                             first.workgroup().cluster.size > 1);
            for (const auto& source : generate_kernels(chosen, cuda_dialect()))
                compile(source, "sm_90");
        }
    }

    //! In one workgroup and in several passes, of all points and of some.
    void accepts_convolutions()
    {
        for (const auto* text :
             { "c2c forward 4096, convolved",
               "c2c forward 1024, convolved, outputs from 255, input distance 769",
               "c2c forward 4096, convolved, outputs from 1024, output step 8, scaled by "
               "2",
               "c2c forward 512, float64, convolved, outputs from 31, planar input, "
               "planar output",
               "c2c forward 262144, convolved, outputs from 65535" }) {
            auto limits = LIMITS[3].limits;
            limits.has_float64 = true;
            for (const auto& source : generate_kernels(
                     choose_plan(parse_transform(text), limits), cuda_dialect()))
                compile(source, "sm_90");
        }
    }

    void accepts_kernels_of_power()
    {
        const auto& d = cuda_dialect();
        for (const auto how :
             { accumulation::sum, accumulation::highest, accumulation::lowest }) {
            power_request request;
            request.how = how;
            compile(generate_accumulate(request, d), "sm_90");
            compile(generate_combine(request, false, d), "sm_90");
        }
        power_request several;
        several.how = all_accumulations();
        compile(generate_accumulate(several, d), "sm_90");
        compile(generate_combine(several, false, d), "sm_90");
        compile(generate_combine({}, true, d), "sm_90");
        compile(generate_finish(d, true), "sm_90");
        compile(generate_finish(d, false), "sm_90");
        compile(generate_histogram_count({ 1024, 256 }, d), "sm_90");
        compile(generate_histogram_fade({ 1000, 256 }, d), "sm_90");
        for (const auto kind : { sample_kind::complex_int16,
                                 sample_kind::complex_int8,
                                 sample_kind::complex_uint8 }) {
            power_request request;
            request.samples = kind;
            compile(generate_convert(request, d), "sm_90");
        }
    }

    //! With as many groups beside each other as the plan asks for.
    void tiles_over_clusters_fit_the_registers()
    {
        for (const auto length : { 16384, 30000, 32768, 48000, 65536, 131072 }) {
            const auto source =
                generate_kernels(choose_plan(transform(length), with_clusters()),
                                 cuda_dialect())
                    .front();
            const auto log = compile(source, "sm_90");
            CPPUNIT_ASSERT_MESSAGE(source.name + ":\n" + log,
                                   spilled_bytes(log) <= MOST_SPILLED);
        }
        for (const auto* line :
             { "c2c forward 32768: cluster | 32m3.32m3.32m3 cluster=4 min-blocks=3",
               "c2c forward 30000: cluster | 40m2.30m2.25m2 cluster=5 min-blocks=2",
               "c2c forward 256x256: cluster | 16m2.16m2.16m2d1.16m2d1 cluster=16 "
               "cluster-after=2 min-blocks=4 cluster-async",
               "c2c forward 65536: cluster | 32m2.8x4m2.8x4m2.32m2 cluster=16 "
               "cluster-after=2 min-blocks=4 cluster-async",
               "c2c forward 512, float64: cluster | 8.8.8 cluster=4" }) {
            const auto source =
                generate_kernels(parse_plan(line), cuda_dialect()).front();
            const auto log = compile(source, "sm_90");
            CPPUNIT_ASSERT_MESSAGE(std::string(line) + ":\n" + log,
                                   spilled_bytes(log) <= MOST_SPILLED);
        }
    }

    //! A kernel that accumulates powers keeps them in registers, beside the points of a
    //! frame.
    void frames_of_a_pass_fit_the_registers()
    {
        // As lib/device/cuda/limits.cc has them of an H200.
        auto limits = make_limits(false, 227, 512, 128);
        limits.workgroup_registers = 65536;
        const power_request wanted[] = {
            { 60, 30, sample_kind::complex_int16, accumulation::highest },
            { 1024, 512, sample_kind::real_float, accumulation::lowest },
            { 4096, 512, sample_kind::complex_float, accumulation::sum },
            { 16384, 8192, sample_kind::complex_uint8, accumulation::sum },
            { 60, 30, sample_kind::complex_int16, all_accumulations() },
            { 1024, 512, sample_kind::real_float, all_accumulations() },
            { 4096, 2048, sample_kind::complex_int16, all_accumulations() },
            { 8192, 4096, sample_kind::complex_int16, all_accumulations() },
            { 16384, 8192, sample_kind::complex_int16, all_accumulations() },
            { 16384, 8192, sample_kind::real_float, all_accumulations() },
        };
        for (const auto& request : some_of(wanted)) {
            for (const auto& source :
                 generate_front(choose_power_plan(request, limits), cuda_dialect())) {
                const auto log = compile(source, "sm_90");
                CPPUNIT_ASSERT_MESSAGE(source.name + ":\n" + log,
                                       spilled_bytes(log) <= MOST_SPILLED);
            }
        }
    }
};

CPPUNIT_TEST_SUITE_REGISTRATION(qa_nvrtc);
